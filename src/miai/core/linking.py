"""Linking: machine code is generated once for each kernel that Python calls, not for every kernel that those call.

Numba compiles each function for its own use: it links in all callees, optimises the result, generates machine code and a wrapper for
Python, and stores the result on disk. A search that starts in one kernel and calls 450 others does all of this 450 times, and uses one
of the 450 results. Measured on `miai gtp --size 9`: 92 s of processor time, of which 47 s were spent in this way.

Here a kernel that is compiled because another one calls it (a **callee**) stops after Numba's own part of the work, as LLVM code that
is not optimised yet. The kernel that Python called (an **entry**) links all of its direct and indirect callees, makes them private, and
optimises and generates code for the whole at once: 32 s. Private callees also allow LLVM to inline a function that has one caller
whatever its size; that keeps the speed of the result (`miai bench search`).

Consequences:

- Only entries are stored on disk. A stored entry is complete, and no process needs to look at its callees again.
- A callee that Python calls later is compiled again, as an entry.
- Functions of other packages are compiled as ever, unless a kernel calls them.

Numba has no hook for this, so `install` replaces `Dispatcher.compile`. Everything here that touches the inside of Numba is in this module.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
import gc
import hashlib
import sys
from pathlib import Path
from typing import Any
from weakref import WeakSet

import llvmlite.binding as llvm
from numba.core import codegen, config, environment, errors, event, sigutils
from numba.core.caching import NullCache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.environment import lookup_environment
from numba.core.runtime import _nrt_python

from miai.core import compile_child
from miai.core.cache import NO_ROOM, home_of, is_damaged, lock_for
from miai.core.compiler_shortcuts import without_collections
from miai.core.errors import warn_once

LINKING = "miai:link"
"""The event of linking, optimising and generating code for one entry; its data are the name of the function, and how many are linked."""

_entries: WeakSet[Any] = WeakSet()
"""The dispatchers of kernels; other dispatchers are left to Numba."""

definitions = 0
"""How many kernels and implementations of generics were defined so far."""

_depth = 0
"""How many kernels are being compiled, each for the one before. Guarded by Numba's compiler lock."""

_compile_by_numba = Dispatcher.compile
_rebuild_by_numba = environment._rebuild_env


def link_as_entry(dispatcher: Any) -> Any:
    """Compile `dispatcher`, and what it calls, as this module describes. Return it."""
    _entries.add(dispatcher)
    note_definition()
    return dispatcher


def note_definition() -> None:
    """Count a definition that a child process made earlier does not know."""
    global definitions
    definitions += 1


class CalleeOnly:
    """A placeholder for the function pointer of a kernel that was compiled only for other kernels."""

    def __init__(self, name: str) -> None:
        self.name = name


class KernelLibrary(codegen.JITCodeLibrary):
    """The LLVM code of one function, which becomes machine code when a pointer or the object file is requested.

    `_linking_libraries` are the libraries of direct callees. `is_linked` is true once all of them were linked in and machine code was
    generated; `is_loaded` if the library came from disk, as machine code without LLVM code.
    """

    is_linked = False
    is_loaded = False

    def finalize(self):
        """Mark the library as complete. Callees are linked later, and only if this is an entry."""
        self._raise_if_finalized()
        self._finalized = True

    def _optimize_functions(self, ll_module):
        """Simplify each function of a new module before it is linked. Numba also starts the optimiser for declarations."""
        ll_module.data_layout = self._codegen._data_layout
        manager, builder = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                manager.run(function, builder)

    def link(self):
        """Link all callees, optimise, and generate machine code."""
        if self.is_linked:
            return
        callees = _callers_first(self)
        with event.trigger_event(LINKING, data=dict(name=self.name, functions=1 + len(callees))):
            self._link(callees)

    def _link(self, callees):
        self._finalized = False
        self._shared_module = None
        for library in callees:
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(_own_module(library), preserve=True)
        _make_callees_private(self._final_module)
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()
        self._set_environments()

    def _finalize_final_module(self):
        super()._finalize_final_module()
        self.is_linked = True

    def _set_environments(self):
        """Connect the constants of all linked functions, as Numba does for each function that it makes executable."""
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name) if variable.name.startswith("_ZN08NumbaEnv") else None
            if environment is not None:
                self._codegen.set_env(variable.name, environment)

    def get_pointer_to_function(self, name):
        self.link()
        return super().get_pointer_to_function(name)

    def _get_module_for_linking(self):
        """Return the module with all callees: this is how functions of other packages link it."""
        self.link()
        return super()._get_module_for_linking()

    def serialize_using_object_code(self):
        """Return the machine code, with the names of its functions instead of their LLVM code, which no process needs again."""
        self.link()
        names = [function.name for function in self._final_module.functions if _is_public(function)]
        stubs = "\n".join(f'define void @"{name}"() {{ ret void }}' for name in names)
        return self.name, "object", (self._get_compiled_object(), llvm.parse_assembly(stubs).as_bitcode())

    @classmethod
    def _unserialize(cls, code_generator, state):
        library = super()._unserialize(code_generator, state)
        library.is_loaded = True
        return library


def _callers_first(library: Any) -> list[Any]:
    """Return the direct and indirect callees of `library`, every caller before its callees: LLVM drops private code without callers."""
    seen, found = {library}, []

    def visit(callee: Any) -> None:
        if callee in seen:
            return
        seen.add(callee)
        if isinstance(callee, KernelLibrary) and not callee.is_linked:
            for other in callee._linking_libraries:
                visit(other)
        found.append(callee)

    for callee in library._linking_libraries:
        visit(callee)
    return found[::-1]


def _own_module(library: Any) -> Any:
    """Return the LLVM module of `library`, without its callees where they are still to be linked."""
    if isinstance(library, KernelLibrary) and not library.is_linked:
        return codegen.JITCodeLibrary._get_module_for_linking(library)
    return library._get_module_for_linking()


def _is_public(function: Any) -> bool:
    return not function.is_declaration and function.linkage == llvm.Linkage.external


def _make_callees_private(module: Any) -> None:
    for function in module.functions:
        if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
            function.linkage = "internal"


def _compile(self: Any, signature: Any) -> Any:
    """Return the entry point of `self` for `signature`; the replacement of `Dispatcher.compile`."""
    global _depth
    with global_compiler_lock:
        if _depth == 0:
            _forget_callee(self, signature)
            if self not in _entries:
                return _compile_by_numba(self, signature)
        generator = self.targetctx.codegen()
        before, generator._library_class = generator._library_class, KernelLibrary
        _depth += 1
        try:
            return _compile_entry(self, signature) if _depth == 1 else _compile_callee(self, signature)
        finally:
            _depth -= 1
            generator._library_class = before


def _compile_entry(dispatcher: Any, signature: Any) -> Any:
    """Load the entry from disk, or compile it while other processes that need it wait."""
    _enable_cache(dispatcher)
    files = getattr(dispatcher._cache, "_cache_file", None)  # a kernel at a prompt is not stored
    if files is None:
        return _compile_by_numba(dispatcher, signature)
    try:
        loaded = _load_entry(dispatcher, signature)
    except Exception as error:  # whatever unpickling other content raises
        if isinstance(error, OSError | MemoryError) and not is_damaged(Path(files._index_path)):
            raise
        reason = " ".join(str(error).split())[:80]
        print(f"miai: warning: damaged compiled code ({reason}) is replaced: {files._index_path}", file=sys.stderr)
        files.flush()
        loaded = None
    if loaded is not None:
        return loaded
    with lock_for(f"{files._index_path}.{_digest(signature)}"):
        compile_child.compile_in_child(_compile_and_store, dispatcher, signature, definitions)
        with without_collections():
            try:
                return _load_entry(dispatcher, signature) or _compile_by_numba(dispatcher, signature)
            except OSError as error:
                return _compiled_without_room(dispatcher, signature, error, files._index_path)


def _compile_and_store(number: int, signature: Any) -> None:
    """Compile the entry whose dispatcher has the address `number`, in a child process."""
    dispatcher = next(each for each in _entries if id(each) == number)
    _forget_callee(dispatcher, signature)
    _enable_cache(dispatcher)
    gc.disable()
    _compile_by_numba(dispatcher, signature)


def _enable_cache(dispatcher: Any) -> None:
    """Store the entry on disk. Numba would do this for every kernel when it is defined, and write a file into the folder each time."""
    if not isinstance(dispatcher._cache, NullCache):
        return
    home = home_of(dispatcher.py_func.__code__.co_filename)
    if home is None:
        return
    before, config.CACHE_DIR = config.CACHE_DIR, str(home)  # Numba reads this only here
    try:
        dispatcher.enable_caching()
    finally:
        config.CACHE_DIR = before
    _store_one_at_a_time(dispatcher._cache)


def _digest(signature: Any) -> str:
    """Return a short name for the types of the arguments: processes compile one function for different types at the same time."""
    return hashlib.sha256(repr(sigutils.normalize_signature(signature)[0]).encode()).hexdigest()[:16]


def _store_one_at_a_time(store: Any) -> None:
    """Let processes wait for each other while they enter code into the index of a function, which is one for all types."""
    save = store.save_overload

    def save_alone(signature: Any, result: Any) -> None:
        with lock_for(store._cache_file._index_path):
            save(signature, result)

    store.save_overload = save_alone


def _load_entry(dispatcher: Any, signature: Any) -> Any:
    """Return the entry point of stored machine code, or `None` if there is none.

    Numba does the same after it has filled its tables of everything it can compile. That takes 0.3 s and 30 MiB in a process that
    compiles nothing.
    """
    context, cache = dispatcher.targetctx, dispatcher._cache
    known = dispatcher.overloads.get(tuple(sigutils.normalize_signature(signature)[0]))
    if known is not None:
        return known.entry_point
    _register_runtime()
    with cache._guard_against_spurious_io_errors():
        found = cache._load_overload(signature, context)
        if found is not None:
            dispatcher._cache_hits[signature] += 1
            context.insert_user_function(found.entry_point, found.fndesc, [found.library])
            dispatcher.add_overload(found)
            return found.entry_point
    return None


@functools.cache
def _register_runtime() -> None:
    """Let loaded code find the functions of Numba's runtime.

    Numba also compiles the counting of references, which stored code contains already. That takes 28 MiB: pages of LLVM's optimiser,
    which a process that compiles nothing does not need.
    """
    for name, address in _nrt_python.c_helpers.items():
        llvm.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


def _compiled_without_room(dispatcher: Any, signature: Any, error: OSError, index: str) -> Any:
    """Return the code that was compiled and could not be stored, because the cache folder is full. Raise other errors."""
    arguments, _ = sigutils.normalize_signature(signature)
    known = dispatcher.overloads.get(tuple(arguments))
    if error.errno not in NO_ROOM or known is None:
        raise error
    folder = Path(index).parent
    warn_once(
        f"the cache folder {folder} is full ({error.strerror}); compiled code is not stored; make room, or set MIAI_CACHE_DIR"
    )
    return known.entry_point


def _forget_callee(dispatcher: Any, signature: Any) -> None:
    """Let Numba compile `dispatcher` for Python where it was compiled for other kernels alone."""
    arguments, _ = sigutils.normalize_signature(signature)
    known = dispatcher.overloads.get(tuple(arguments))
    if known is not None and isinstance(known.entry_point, CalleeOnly):
        del dispatcher.overloads[tuple(arguments)]


def _compile_callee(dispatcher: Any, signature: Any) -> Any:
    """Compile `dispatcher` up to LLVM code, for the kernel that is being compiled. Neither reads nor writes the disk."""
    with dispatcher._compiling_counter:
        arguments, return_type = sigutils.normalize_signature(signature)
        known = dispatcher.overloads.get(tuple(arguments))
        if known is not None and not getattr(known.library, "is_loaded", False):
            return known.entry_point
        details = dict(dispatcher=dispatcher, args=arguments, return_type=return_type)
        with event.trigger_event("numba:compile", data=details):
            result = _lower(dispatcher._compiler, arguments, return_type)
            entry_point = CalleeOnly(result.fndesc.qualname)
            result = result._replace(entry_point=entry_point)
            dispatcher.targetctx.insert_user_function(entry_point, result.fndesc, [result.library])
            dispatcher.overloads[tuple(result.signature.args)] = result
        return entry_point


def _lower(compiler: Any, arguments: Any, return_type: Any) -> Any:
    """Run the function compiler of a dispatcher without wrappers for Python and C, and without machine code."""
    customize = compiler._customize_flags

    def without_machine_code(flags: Any) -> Any:
        flags = customize(flags)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        return flags

    compiler._customize_flags = without_machine_code
    try:
        return compiler.compile(arguments, return_type)
    except errors.ForceLiteralArg as error:
        raise error.bind_fold_arguments(lambda args, kws: compiler.fold_argument_types(args, kws)[1]) from None
    finally:
        del compiler._customize_flags


def _rebuild_environment(module: str, constants: Any, name: str) -> Any:
    """Return the constants of a stored function; the replacement of `environment._rebuild_env`.

    Numba also imports the module of the function, for globals that compiled code does not read. Its own modules of array functions
    take 20 MiB and half a second.
    """
    if module.startswith("numba.") and module not in sys.modules and lookup_environment(name) is None:
        made = environment.Environment({"__name__": module})
        made.consts[:] = constants
        made.env_name = name
        environment.Environment._memo[name] = made
        return made
    return _rebuild_by_numba(module, constants, name)


def install() -> None:
    """Replace `Dispatcher.compile`, and how stored code is loaded. Once for a process."""
    setattr(Dispatcher, "compile", _compile)  # noqa: B010  (mypy refuses an assignment to a method)
    setattr(environment, "_rebuild_env", _rebuild_environment)  # noqa: B010
