# 9x9, Black's corner room of two by four points on a closed board: White can make a seki, Black can prevent it.
# The right answers are those of the regression tests of GNU Go for this shape (seki.tst, 101 to 112).
# Three komi: a close game, White far ahead, Black far ahead.

boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A3
play b B3
play b C3
play b D3
play b E3
play b E1
play b E2
play w A4
play w B4
play w C4
play w D4
play w E4
play w F4
play w F1
play w F2
play w F3
play w A5
play b A6
play w B5
play b B6
play w C5
play b C6
play w D5
play b D6
play w E5
play b E6
play w F5
play b F6
play w G5
play b G6
play w H5
play b H6
play w J5
play b J6
1 reg_genmove white
#? [C2]
2 reg_genmove black
#? [C2|C1|B2|B1]
play white C2
3 reg_genmove black
#? [B1]
play black B1
4 reg_genmove white
#? [B2]
play white B2
5 reg_genmove black
#? [C1]
play black C1
6 reg_genmove white
#? [A2]
play white A2
7 reg_genmove black
#? [D1]
undo
undo
play black A2
8 reg_genmove white
#? [C1]
undo
undo
undo
play black B2
9 reg_genmove white
#? [B1]
undo
play black C1
10 reg_genmove white
#? [B1]
undo
undo
play white B1
11 reg_genmove black
#? [C2]
undo
play white C1
12 reg_genmove black
#? [B1]
boardsize 9
clear_board
kgs-rules chinese
komi 60.5
play b A3
play b B3
play b C3
play b D3
play b E3
play b E1
play b E2
play w A4
play w B4
play w C4
play w D4
play w E4
play w F4
play w F1
play w F2
play w F3
play w A5
play b A6
play w B5
play b B6
play w C5
play b C6
play w D5
play b D6
play w E5
play b E6
play w F5
play b F6
play w G5
play b G6
play w H5
play b H6
play w J5
play b J6
13 reg_genmove white
#? [C2]
14 reg_genmove black
#? [C2|C1|B2|B1]
play white C2
15 reg_genmove black
#? [B1]
play black B1
16 reg_genmove white
#? [B2]
play white B2
17 reg_genmove black
#? [C1]
play black C1
18 reg_genmove white
#? [A2]
play white A2
19 reg_genmove black
#? [D1]
undo
undo
play black A2
20 reg_genmove white
#? [C1]
undo
undo
undo
play black B2
21 reg_genmove white
#? [B1]
undo
play black C1
22 reg_genmove white
#? [B1]
undo
undo
play white B1
23 reg_genmove black
#? [C2]
undo
play white C1
24 reg_genmove black
#? [B1]
boardsize 9
clear_board
kgs-rules chinese
komi -60.5
play b A3
play b B3
play b C3
play b D3
play b E3
play b E1
play b E2
play w A4
play w B4
play w C4
play w D4
play w E4
play w F4
play w F1
play w F2
play w F3
play w A5
play b A6
play w B5
play b B6
play w C5
play b C6
play w D5
play b D6
play w E5
play b E6
play w F5
play b F6
play w G5
play b G6
play w H5
play b H6
play w J5
play b J6
25 reg_genmove white
#? [C2]
26 reg_genmove black
#? [C2|C1|B2|B1]
play white C2
27 reg_genmove black
#? [B1]
play black B1
28 reg_genmove white
#? [B2]
play white B2
29 reg_genmove black
#? [C1]
play black C1
30 reg_genmove white
#? [A2]
play white A2
31 reg_genmove black
#? [D1]
undo
undo
play black A2
32 reg_genmove white
#? [C1]
undo
undo
undo
play black B2
33 reg_genmove white
#? [B1]
undo
play black C1
34 reg_genmove white
#? [B1]
undo
undo
play white B1
35 reg_genmove black
#? [C2]
undo
play white C1
36 reg_genmove black
#? [B1]
