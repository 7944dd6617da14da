# written by python -m benchmarks.judgement endings --count 64 --seed 1

# 1: finished, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 1.5
play b A3
play b A4
play b B3
play b C1
play b C2
play b C3
play b D3
play b E3
play b E4
play b F1
play b F2
play b F3
play b F4
play b F5
play b G5
play b G6
play b H1
play b H2
play b H3
play b H4
play b H5
play b H6
play b J6
play w A5
play w B4
play w B5
play w C4
play w C5
play w C6
play w C7
play w C8
play w C9
play w D4
play w D5
play w E5
play w E6
play w F6
play w F7
play w F8
play w F9
play w G7
play w H7
play w H8
play w H9
play w J7
1 reg_genmove w
#? [PASS|pass]

# 2: dame, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 12.5
play b A3
play b A6
play b A8
play b B3
play b B6
play b B8
play b C3
play b C6
play b C8
play b D3
play b D6
play b D8
play b E2
play b E3
play b E4
play b E6
play b E8
play b F1
play b F2
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play w G1
play w G2
play w G3
play w G4
play w G5
play w G6
play w G7
play w G8
play w G9
play w H3
play w H6
play w H8
play w J3
play w J6
play w J8
2 reg_genmove w
#? [F3|PASS|pass]

# 3: dame, area, chinese
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A4
play b B4
play b B5
play b B6
play b B7
play b B8
play b B9
play b C5
play b D5
play b D6
play b D7
play b D8
play b D9
play b E5
play b F5
play b F6
play b G6
play b G7
play b G8
play b G9
play b H6
play b J6
play w A3
play w B1
play w B2
play w B3
play w C3
play w D1
play w D2
play w D3
play w D4
play w E4
play w F4
play w G1
play w G2
play w G3
play w G4
play w G5
play w H4
play w J4
play w J5
3 reg_genmove w
#? [C4|H5]

# 4: gap, chinese
boardsize 9
clear_board
kgs-rules chinese
komi 4.5
play b A5
play b B4
play b B5
play b C4
play b C5
play b C6
play b C7
play b C8
play b C9
play b D4
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G5
play b H5
play b H6
play b H7
play b H8
play b H9
play b J5
play w A3
play w A4
play w B3
play w C1
play w C2
play w C3
play w D3
play w E3
play w F1
play w F2
play w F3
play w G3
play w G4
play w H1
play w H2
play w H3
play w H4
play w J4
4 reg_genmove b
#? [E4]

# 5: finished, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -14.5
play b A3
play b B3
play b C1
play b C2
play b C3
play b D3
play b E3
play b F1
play b F2
play b F3
play b G3
play b H1
play b H2
play b H3
play b J3
play w A4
play w B4
play w C4
play w C5
play w C6
play w C7
play w C8
play w C9
play w D4
play w E4
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G4
play w H4
play w H5
play w H6
play w H7
play w H8
play w H9
play w J4
play b pass
5 reg_genmove w
#? [PASS|pass]

# 6: dame, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -7.5
play b F6
play b G1
play b G2
play b G3
play b G4
play b G5
play b G6
play b G7
play b G8
play b G9
play b H3
play b H6
play b H8
play b J3
play b J6
play b J8
play w A3
play w A6
play w A8
play w B3
play w B6
play w B8
play w C3
play w C6
play w C8
play w D3
play w D6
play w D8
play w E3
play w E5
play w E6
play w E7
play w E8
play w F1
play w F2
play w F3
play w F4
play w F5
play w F8
play w F9
play w pass
6 reg_genmove b
#? [F7|PASS|pass]

# 7: dame, area, after a pass, chinese
boardsize 9
clear_board
kgs-rules chinese
komi 11.5
play b A2
play b A4
play b A7
play b B2
play b B4
play b B7
play b C2
play b C4
play b C7
play b D1
play b D2
play b D4
play b D7
play b E2
play b E3
play b E4
play b E5
play b E6
play b E7
play b E8
play b E9
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G2
play w G4
play w G7
play w H2
play w H4
play w H7
play w J2
play w J4
play w J7
play b pass
7 reg_genmove w
#? [E1]

# 8: gap, after a pass, chinese
boardsize 9
clear_board
kgs-rules chinese
komi -26.5
play b A7
play b B7
play b C7
play b C8
play b C9
play b D7
play b E7
play b F7
play b F8
play b F9
play b H7
play b H8
play b H9
play b J7
play w A6
play w B6
play w C1
play w C2
play w C3
play w C4
play w C5
play w C6
play w D6
play w E6
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w G6
play w H1
play w H2
play w H3
play w H4
play w H5
play w H6
play w J6
play w pass
8 reg_genmove b
#? [G7]

# 9: finished, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 2.5
play b A5
play b B5
play b C5
play b C6
play b C7
play b C8
play b C9
play b D4
play b D5
play b E5
play b E6
play b F6
play b F7
play b F8
play b F9
play b G5
play b G6
play b H5
play b H6
play b H7
play b H8
play b H9
play b J5
play w A4
play w B4
play w C1
play w C2
play w C3
play w C4
play w D3
play w E3
play w E4
play w F1
play w F2
play w F3
play w F4
play w F5
play w G4
play w H1
play w H2
play w H3
play w H4
play w J4
9 reg_genmove w
#? [PASS|pass]

# 10: dame, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 7.5
play b A4
play b A5
play b B5
play b B6
play b C6
play b C7
play b C8
play b C9
play b D6
play b E6
play b F6
play b F7
play b F8
play b F9
play b G6
play b H6
play b H7
play b H8
play b H9
play b J6
play w A3
play w B3
play w C1
play w C2
play w C3
play w C4
play w C5
play w D5
play w E5
play w F1
play w F2
play w F3
play w F4
play w F5
play w G5
play w H1
play w H2
play w H3
play w H4
play w H5
play w J5
10 reg_genmove w
#? [B4|PASS|pass]

# 11: dame, area, chinese
boardsize 9
clear_board
kgs-rules chinese
komi 11.5
play b A4
play b B4
play b B5
play b B6
play b B7
play b B8
play b B9
play b C5
play b D5
play b D6
play b D7
play b D8
play b D9
play b E5
play b F5
play b G4
play b G5
play b G6
play b G7
play b G8
play b G9
play b H4
play b J4
play w A3
play w B1
play w B2
play w B3
play w C3
play w D1
play w D2
play w D3
play w D4
play w E4
play w F3
play w F4
play w G1
play w G2
play w G3
play w H3
play w J3
11 reg_genmove w
#? [C4]

# 12: gap, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -10.5
play b A5
play b A6
play b C1
play b C2
play b C3
play b C4
play b C5
play b D4
play b E4
play b E5
play b F1
play b F2
play b F3
play b F4
play b G4
play b H1
play b H2
play b H3
play b H4
play b J3
play w A7
play w B6
play w B7
play w C6
play w C7
play w C8
play w C9
play w D5
play w D6
play w E6
play w F5
play w F6
play w F7
play w F8
play w F9
play w G5
play w H5
play w H6
play w H7
play w H8
play w H9
play w J4
play w J5
12 reg_genmove w
#? [B5]

# 13: finished, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -6.5
play b D1
play b D2
play b D3
play b D4
play b E2
play b E4
play b E5
play b F2
play b F4
play b F5
play b F6
play b F7
play b G2
play b G4
play b G7
play b G8
play b G9
play b H2
play b H4
play b H7
play b J2
play b J4
play b J7
play w A2
play w A4
play w A7
play w B2
play w B4
play w B7
play w C1
play w C2
play w C3
play w C4
play w C5
play w C7
play w D5
play w D6
play w D7
play w E6
play w E7
play w E8
play w F8
play w F9
play w pass
13 reg_genmove b
#? [PASS|pass]

# 14: dame, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -2.5
play b A2
play b A4
play b A7
play b B2
play b B4
play b B7
play b C2
play b C4
play b C5
play b C6
play b C7
play b C8
play b C9
play b D1
play b D2
play b D3
play b D4
play w D5
play w D6
play w D7
play w D9
play w E1
play w E2
play w E3
play w E4
play w E5
play w E7
play w E8
play w E9
play w F2
play w F4
play w F7
play w G2
play w G4
play w G7
play w H2
play w H4
play w H7
play w J2
play w J4
play w J7
play w pass
14 reg_genmove b
#? [D8|PASS|pass]

# 15: dame, area, after a pass, chinese
boardsize 9
clear_board
kgs-rules chinese
komi 3.5
play b E2
play b E3
play b E4
play b E5
play b F1
play b F2
play b F3
play b F5
play b F6
play b F7
play b F8
play b G3
play b G6
play b G8
play b G9
play b H3
play b H6
play b H8
play b J3
play b J6
play b J8
play w A3
play w A6
play w A8
play w B3
play w B6
play w B8
play w C2
play w C3
play w C4
play w C6
play w C8
play w D1
play w D2
play w D4
play w D5
play w D6
play w D8
play w E6
play w E7
play w E8
play w E9
play w pass
15 reg_genmove b
#? [D3|E1|F9]

# 16: gap, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 24.5
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E3
play b E4
play b E7
play b F1
play b F2
play b F3
play b F4
play b F7
play b G2
play b G4
play b G7
play b H2
play b H4
play b H7
play b J2
play b J4
play b J7
play w A2
play w A4
play w A7
play w B2
play w B4
play w B7
play w C2
play w C3
play w C4
play w C6
play w C7
play w C8
play w C9
play w D2
play w D3
play w E1
play w E2
play w pass
16 reg_genmove b
#? [C5]

# 17: finished, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 19.5
play b D3
play b D6
play b D7
play b D9
play b E1
play b E2
play b E3
play b E4
play b E5
play b E6
play b E7
play b E8
play b E9
play b F2
play b F4
play b F7
play b G2
play b G4
play b G7
play b H2
play b H4
play b H7
play b J2
play b J4
play b J7
play w A2
play w A4
play w A7
play w B2
play w B4
play w B7
play w C2
play w C3
play w C4
play w C5
play w C6
play w C7
play w C8
play w C9
play w D1
play w D2
play w D4
play w D5
play w D8
17 reg_genmove w
#? [PASS|pass]

# 18: dame, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 6.5
play b A6
play b B5
play b B6
play b C1
play b C2
play b C3
play b C4
play b C5
play b D5
play b D6
play b E6
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b G6
play b H1
play b H2
play b H3
play b H4
play b H5
play b H6
play b J5
play w A7
play w B7
play w C7
play w C8
play w C9
play w D7
play w E7
play w F7
play w F8
play w F9
play w G7
play w H7
play w H8
play w H9
play w J7
18 reg_genmove b
#? [C6|J6|PASS|pass]

# 19: dame, area, chinese
boardsize 9
clear_board
kgs-rules chinese
komi 1.5
play b A6
play b B5
play b B6
play b B7
play b B8
play b B9
play b C5
play b D5
play b D6
play b D7
play b D8
play b D9
play b E5
play b F5
play b G5
play b G6
play b G7
play b G8
play b G9
play b H5
play b J5
play w A4
play w B1
play w B2
play w B3
play w B4
play w C3
play w C4
play w D1
play w D2
play w D3
play w E3
play w E4
play w F4
play w G1
play w G2
play w G3
play w G4
play w H3
play w H4
play w J3
19 reg_genmove w
#? [A5|D4|J4]

# 20: gap, chinese
boardsize 9
clear_board
kgs-rules chinese
komi 2.5
play b A3
play b A6
play b A8
play b B3
play b B6
play b B8
play b C3
play b C6
play b C8
play b D1
play b D2
play b D3
play b D6
play b D8
play b E2
play b E3
play b E4
play b E5
play b E6
play b E8
play b F5
play b F6
play b F8
play b F9
play w E1
play w F1
play w F2
play w F3
play w F4
play w G3
play w G4
play w G5
play w G6
play w G7
play w G8
play w G9
play w H3
play w H6
play w H8
play w J3
play w J6
play w J8
20 reg_genmove b
#? [F7]

# 21: finished, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 4.5
play b D9
play b E1
play b E6
play b E8
play b E9
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b G3
play b G6
play b G8
play b H3
play b H6
play b H8
play b J3
play b J6
play b J8
play w A3
play w A6
play w A8
play w B3
play w B6
play w B8
play w C3
play w C6
play w C8
play w C9
play w D1
play w D2
play w D3
play w D5
play w D6
play w D7
play w D8
play w E2
play w E3
play w E4
play w E5
play w E7
play w pass
21 reg_genmove b
#? [PASS|pass]

# 22: dame, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 13.5
play b D5
play b E1
play b E2
play b E3
play b E4
play b E5
play b E6
play b E7
play b F2
play b F4
play b F7
play b F8
play b F9
play b G2
play b G4
play b G7
play b H2
play b H4
play b H7
play b J2
play b J4
play b J7
play w A2
play w A4
play w A7
play w B2
play w B4
play w B7
play w C2
play w C4
play w C5
play w C6
play w C7
play w D1
play w D2
play w D3
play w D4
play w D7
play w D8
play w E8
play w E9
play w pass
22 reg_genmove b
#? [D6|PASS|pass]

# 23: dame, area, after a pass, chinese
boardsize 9
clear_board
kgs-rules chinese
komi 13.5
play b A3
play b A6
play b A8
play b B3
play b B6
play b B8
play b C3
play b C6
play b C8
play b D2
play b D3
play b D4
play b D6
play b D8
play b E1
play b E2
play b E4
play b E5
play b E6
play b E8
play b F6
play b F7
play b F8
play b F9
play w F1
play w F2
play w F3
play w F4
play w G3
play w G4
play w G5
play w G6
play w G7
play w G8
play w G9
play w H3
play w H6
play w H8
play w J3
play w J6
play w J8
play w pass
23 reg_genmove b
#? [E3|F5]

# 24: gap, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -6.5
play b E1
play b E7
play b F1
play b F2
play b F6
play b F7
play b F8
play b G2
play b G4
play b G5
play b G6
play b G7
play b G8
play b G9
play b H2
play b H4
play b H7
play b J2
play b J4
play b J7
play w A2
play w A4
play w A7
play w B2
play w B4
play w B7
play w C2
play w C4
play w C7
play w D1
play w D2
play w D4
play w D6
play w D7
play w D8
play w E2
play w E3
play w E4
play w E5
play w E6
play w E8
play w E9
play w F3
play w F4
play w F5
play w F9
play b pass
24 reg_genmove w
#? [G3]

# 25: finished, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -1.5
play b D1
play b E1
play b E2
play b F2
play b F3
play b F4
play b F5
play b F8
play b F9
play b G2
play b G4
play b G5
play b G6
play b G7
play b G8
play b H2
play b H4
play b H7
play b J2
play b J4
play b J7
play w A2
play w A4
play w A7
play w B2
play w B4
play w B7
play w C1
play w C2
play w C4
play w C7
play w D2
play w D3
play w D4
play w D7
play w E3
play w E4
play w E5
play w E6
play w E7
play w E8
play w E9
play w F6
play w F7
25 reg_genmove w
#? [PASS|pass]

# 26: dame, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 0.5
play b A4
play b B1
play b B2
play b B3
play b B4
play b C4
play b C5
play b D1
play b D2
play b D3
play b D4
play b E4
play b F3
play b F4
play b G1
play b G2
play b G3
play b H3
play b J3
play b J4
play w A5
play w B5
play w B6
play w B7
play w B8
play w B9
play w C6
play w D5
play w D6
play w D7
play w D8
play w D9
play w E5
play w F5
play w G4
play w G5
play w G6
play w G7
play w G8
play w G9
play w H5
play w J5
26 reg_genmove b
#? [H4|PASS|pass]

# 27: dame, area, chinese
boardsize 9
clear_board
kgs-rules chinese
komi 3.5
play b A6
play b B6
play b C5
play b C6
play b C7
play b C8
play b C9
play b D5
play b E5
play b F5
play b F6
play b F7
play b F8
play b F9
play b G6
play b H6
play b H7
play b H8
play b H9
play b J6
play w A5
play w B4
play w B5
play w C1
play w C2
play w C3
play w C4
play w D4
play w E4
play w F1
play w F2
play w F3
play w F4
play w G4
play w H1
play w H2
play w H3
play w H4
play w H5
play w J5
27 reg_genmove b
#? [G5]

# 28: gap, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -8.5
play b A2
play b A4
play b A7
play b B2
play b B4
play b B7
play b C2
play b C3
play b C4
play b C5
play b C6
play b C7
play b D1
play b D2
play b D4
play b D6
play b D7
play b D8
play b E8
play b E9
play w D3
play w D5
play w E1
play w E2
play w E3
play w E4
play w E5
play w E6
play w E7
play w F2
play w F4
play w F7
play w F9
play w G2
play w G4
play w G7
play w H2
play w H4
play w H7
play w J2
play w J4
play w J7
28 reg_genmove w
#? [F8]

# 29: finished, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -7.5
play b A3
play b A6
play b A8
play b B3
play b B6
play b B8
play b C1
play b C2
play b C3
play b C4
play b C5
play b C6
play b C7
play b C8
play b C9
play b D2
play w D1
play w D3
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E1
play w E2
play w E3
play w E6
play w E8
play w F3
play w F6
play w F8
play w G3
play w G6
play w G8
play w H3
play w H6
play w H8
play w J3
play w J6
play w J8
play b pass
29 reg_genmove w
#? [PASS|pass]

# 30: dame, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 20.5
play b A5
play b B1
play b B2
play b B3
play b B4
play b B5
play b B6
play b C6
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b E6
play b F6
play b G1
play b G2
play b G3
play b G4
play b G5
play b G6
play b H6
play b J6
play w A7
play w B7
play w B8
play w B9
play w C7
play w D7
play w D8
play w D9
play w E7
play w F7
play w G7
play w G8
play w G9
play w H7
play w J7
play w pass
30 reg_genmove b
#? [A6|PASS|pass]

# 31: dame, area, after a pass, chinese
boardsize 9
clear_board
kgs-rules chinese
komi -6.5
play b A5
play b B1
play b B2
play b B3
play b B4
play b B5
play b B6
play b C4
play b C5
play b D1
play b D2
play b D3
play b D4
play b E3
play b F3
play b G1
play b G2
play b G3
play b H3
play b J3
play w A6
play w A7
play w B7
play w B8
play w B9
play w C7
play w D5
play w D6
play w D7
play w D8
play w D9
play w E4
play w E5
play w F4
play w G4
play w G5
play w G6
play w G7
play w G8
play w G9
play w H4
play w J4
play w pass
31 reg_genmove b
#? [C6]

# 32: gap, after a pass, chinese
boardsize 9
clear_board
kgs-rules chinese
komi -12.5
play b A3
play b B1
play b B2
play b B3
play b B4
play b C4
play b D1
play b D2
play b D3
play b D4
play b F4
play b F5
play b G1
play b G2
play b G3
play b G4
play b G5
play b G6
play b H6
play b J6
play w A4
play w A5
play w B5
play w B6
play w B7
play w B8
play w B9
play w C5
play w D5
play w D6
play w D7
play w D8
play w D9
play w E5
play w E6
play w F6
play w F7
play w G7
play w G8
play w G9
play w H7
play w J7
play w pass
32 reg_genmove b
#? [E4]

# 33: finished, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 7.5
play b A3
play b A6
play b A8
play b B3
play b B6
play b B8
play b C3
play b C6
play b C8
play b D3
play b D6
play b D7
play b D8
play b D9
play b E3
play b E5
play b E6
play b E7
play b E9
play b F1
play b F2
play b F3
play b F4
play b F5
play w E8
play w F6
play w F7
play w F8
play w F9
play w G1
play w G2
play w G3
play w G4
play w G5
play w G6
play w G8
play w H3
play w H6
play w H8
play w J3
play w J6
play w J8
33 reg_genmove b
#? [PASS|pass]

# 34: dame, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -15.5
play b A3
play b B1
play b B2
play b B3
play b C3
play b D1
play b D2
play b D3
play b E3
play b E4
play b F4
play b F5
play b G1
play b G2
play b G3
play b G4
play b H4
play b J4
play w A4
play w B4
play w B5
play w B6
play w B7
play w B8
play w B9
play w C4
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E6
play w F6
play w G6
play w G7
play w G8
play w G9
play w H5
play w H6
play w J6
34 reg_genmove b
#? [E5|G5|J5|PASS|pass]

# 35: dame, area, chinese
boardsize 9
clear_board
kgs-rules chinese
komi -8.5
play b A2
play b A4
play b A7
play b B2
play b B4
play b B7
play b C2
play b C3
play b C4
play b C5
play b C7
play b D1
play b D2
play b D5
play b D6
play b D7
play b D8
play b D9
play w D3
play w E1
play w E2
play w E3
play w E4
play w E5
play w E6
play w E7
play w E8
play w E9
play w F2
play w F4
play w F7
play w G2
play w G4
play w G7
play w H2
play w H4
play w H7
play w J2
play w J4
play w J7
35 reg_genmove w
#? [D4]

# 36: gap, chinese
boardsize 9
clear_board
kgs-rules chinese
komi -36.5
play b A2
play b A4
play b A7
play b B2
play b B4
play b B7
play b C1
play b C2
play b C4
play b C5
play b C6
play b C7
play b C8
play b C9
play b D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E1
play w E2
play w E4
play w E7
play w F2
play w F4
play w F7
play w G2
play w G4
play w G7
play w H2
play w H4
play w H7
play w J2
play w J4
play w J7
36 reg_genmove b
#? [C3]

# 37: finished, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 6.5
play b A5
play b B1
play b B2
play b B3
play b B4
play b B5
play b C5
play b C6
play b D1
play b D2
play b D3
play b D4
play b D5
play b E4
play b F4
play b G1
play b G2
play b G3
play b G4
play b H3
play b J3
play b J4
play w A6
play w B6
play w B7
play w B8
play w B9
play w C7
play w D6
play w D7
play w D8
play w D9
play w E5
play w E6
play w F5
play w G5
play w G6
play w G7
play w G8
play w G9
play w H4
play w H5
play w J5
play w pass
37 reg_genmove b
#? [PASS|pass]

# 38: dame, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 19.5
play b A2
play b A4
play b A7
play b B2
play b B4
play b B7
play b C2
play b C4
play b C7
play b D2
play b D4
play b D7
play b D8
play b D9
play b E2
play b E4
play b E5
play b E6
play b E7
play b F1
play b F2
play b F3
play b F4
play b F7
play w E9
play w F6
play w F8
play w F9
play w G1
play w G2
play w G3
play w G4
play w G5
play w G6
play w G7
play w G8
play w H2
play w H4
play w H7
play w J2
play w J4
play w J7
play b pass
38 reg_genmove w
#? [E8|F5|PASS|pass]

# 39: dame, area, after a pass, chinese
boardsize 9
clear_board
kgs-rules chinese
komi 34.5
play b A4
play b B4
play b B5
play b B6
play b B7
play b B8
play b B9
play b C5
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E4
play b F4
play b G4
play b G5
play b G6
play b G7
play b G8
play b G9
play b H4
play b J4
play w A3
play w B1
play w B2
play w B3
play w C3
play w D1
play w D2
play w D3
play w E3
play w F3
play w G1
play w G2
play w G3
play w H3
play w J3
play b pass
39 reg_genmove w
#? [C4]

# 40: gap, after a pass, chinese
boardsize 9
clear_board
kgs-rules chinese
komi 3.5
play b A3
play b A6
play b A8
play b B3
play b B6
play b B8
play b C3
play b C6
play b C8
play b D1
play b D3
play b D4
play b D5
play b D6
play b D8
play b E5
play b E6
play b E7
play b E8
play b E9
play b F6
play b F7
play b F9
play w E1
play w E2
play w E3
play w E4
play w F3
play w F4
play w F5
play w F8
play w G3
play w G5
play w G6
play w G7
play w G8
play w G9
play w H3
play w H6
play w H8
play w J3
play w J6
play w J8
play b pass
40 reg_genmove w
#? [D2]

# 41: finished, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -2.5
play b A7
play b B6
play b B7
play b C5
play b C6
play b C7
play b C8
play b C9
play b D5
play b E5
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G4
play b H4
play b H5
play b H6
play b H7
play b H8
play b H9
play b J4
play w A5
play w A6
play w B4
play w B5
play w C1
play w C2
play w C3
play w C4
play w D4
play w E3
play w E4
play w F1
play w F2
play w F3
play w G3
play w H1
play w H2
play w H3
play w J3
41 reg_genmove b
#? [PASS|pass]

# 42: dame, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -22.5
play b A3
play b A4
play b B3
play b C1
play b C2
play b C3
play b D3
play b E3
play b F1
play b F2
play b F3
play b G3
play b H1
play b H2
play b H3
play b H4
play b J3
play w A5
play w B4
play w B5
play w C4
play w C5
play w C6
play w C7
play w C8
play w C9
play w D4
play w E4
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G5
play w H5
play w H6
play w H7
play w H8
play w H9
play w J5
42 reg_genmove b
#? [G4|J4|PASS|pass]

# 43: dame, area, chinese
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A3
play b A6
play b A8
play b B3
play b B6
play b B8
play b C1
play b C2
play b C3
play b C6
play b C8
play b D3
play b D4
play b D6
play b D8
play b E4
play b E5
play b E6
play b E7
play b E8
play b F8
play b F9
play w D1
play w D2
play w E2
play w E3
play w F3
play w F4
play w F5
play w F6
play w G3
play w G6
play w G7
play w G8
play w G9
play w H3
play w H6
play w H8
play w J3
play w J6
play w J8
43 reg_genmove w
#? [F7]

# 44: gap, chinese
boardsize 9
clear_board
kgs-rules chinese
komi -36.5
play b A2
play b A4
play b A7
play b B2
play b B4
play b B7
play b C1
play b C2
play b C3
play b C4
play b C5
play b C7
play b C8
play b C9
play b D4
play b D5
play w D1
play w D2
play w D3
play w D6
play w D7
play w D8
play w D9
play w E2
play w E3
play w E4
play w E5
play w E6
play w E7
play w F2
play w F4
play w F7
play w G2
play w G4
play w G7
play w H2
play w H4
play w H7
play w J2
play w J4
play w J7
44 reg_genmove b
#? [C6]

# 45: finished, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 15.5
play b A2
play b A4
play b A7
play b B2
play b B4
play b B7
play b C2
play b C4
play b C7
play b D2
play b D4
play b D7
play b E1
play b E2
play b E3
play b E4
play b E5
play b E6
play b E7
play b E8
play b F1
play b F4
play b F8
play b F9
play w F2
play w F3
play w F5
play w F6
play w F7
play w G1
play w G2
play w G3
play w G4
play w G5
play w G7
play w G8
play w G9
play w H2
play w H4
play w H7
play w J2
play w J4
play w J7
play w pass
45 reg_genmove b
#? [PASS|pass]

# 46: dame, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -1.5
play b A3
play b B3
play b B4
play b C1
play b C2
play b C3
play b C4
play b D4
play b E4
play b E5
play b F1
play b F2
play b F3
play b F4
play b F5
play b G5
play b G6
play b H1
play b H2
play b H3
play b H4
play b H5
play b H6
play b J6
play w A4
play w A5
play w B5
play w B6
play w C6
play w C7
play w C8
play w C9
play w D5
play w D6
play w E6
play w F6
play w F7
play w F8
play w F9
play w G7
play w H7
play w H8
play w H9
play w J7
play b pass
46 reg_genmove w
#? [C5|PASS|pass]

# 47: dame, area, after a pass, chinese
boardsize 9
clear_board
kgs-rules chinese
komi -5.5
play b F2
play b F3
play b F4
play b F5
play b F8
play b F9
play b G1
play b G2
play b G4
play b G5
play b G6
play b G7
play b G8
play b H2
play b H4
play b H7
play b J2
play b J4
play b J7
play w A2
play w A4
play w A7
play w B2
play w B4
play w B7
play w C2
play w C4
play w C7
play w D2
play w D4
play w D7
play w E1
play w E2
play w E3
play w E4
play w E5
play w E6
play w E7
play w E8
play w E9
play w F1
play w F6
play b pass
47 reg_genmove w
#? [F7]

# 48: gap, after a pass, chinese
boardsize 9
clear_board
kgs-rules chinese
komi -24.5
play b A3
play b B1
play b B2
play b B3
play b C3
play b D1
play b D2
play b D3
play b D4
play b E3
play b E4
play b F3
play b G1
play b G2
play b G3
play b J3
play w A4
play w B4
play w B5
play w B6
play w B7
play w B8
play w B9
play w C4
play w C5
play w D5
play w D6
play w D7
play w D8
play w D9
play w E5
play w F4
play w F5
play w G4
play w G5
play w G6
play w G7
play w G8
play w G9
play w H4
play w J4
play w pass
48 reg_genmove b
#? [H3]

# 49: finished, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -2.5
play b A2
play b A4
play b A7
play b B2
play b B4
play b B7
play b C2
play b C4
play b C5
play b C6
play b C7
play b C8
play b C9
play b D2
play b D4
play b D5
play b E1
play b E2
play b E3
play b E4
play b F1
play w D6
play w D7
play w D8
play w D9
play w E5
play w E6
play w E7
play w F2
play w F3
play w F4
play w F5
play w F7
play w G1
play w G2
play w G4
play w G7
play w H2
play w H4
play w H7
play w J2
play w J4
play w J7
49 reg_genmove w
#? [PASS|pass]

# 50: dame, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -0.5
play b A2
play b A4
play b A7
play b B2
play b B4
play b B7
play b C2
play b C4
play b C7
play b D2
play b D4
play b D7
play b D8
play b D9
play b E1
play b E2
play b E3
play b E4
play b E6
play b E7
play b E8
play b F4
play b F5
play b F6
play w E9
play w F1
play w F2
play w F7
play w F8
play w F9
play w G2
play w G3
play w G4
play w G5
play w G6
play w G7
play w H2
play w H4
play w H7
play w J2
play w J4
play w J7
50 reg_genmove b
#? [F3|PASS|pass]

# 51: dame, area, chinese
boardsize 9
clear_board
kgs-rules chinese
komi 30.5
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E1
play b E2
play b E3
play b E4
play b E7
play b F2
play b F4
play b F7
play b G2
play b G4
play b G7
play b H2
play b H4
play b H7
play b J2
play b J4
play b J7
play w A2
play w A4
play w A7
play w B2
play w B4
play w B7
play w C1
play w C2
play w C3
play w C4
play w C5
play w C6
play w C7
play w C8
play w C9
play w D1
play w D3
51 reg_genmove w
#? [D2]

# 52: gap, chinese
boardsize 9
clear_board
kgs-rules chinese
komi -2.5
play b A4
play b B1
play b B2
play b B3
play b B4
play b C4
play b C5
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b F6
play b G1
play b G2
play b G3
play b G4
play b G5
play b G6
play b H6
play b J6
play w A5
play w B5
play w B6
play w B7
play w B8
play w B9
play w C6
play w C7
play w D7
play w D8
play w D9
play w E7
play w F7
play w G7
play w G8
play w G9
play w H7
play w J7
52 reg_genmove b
#? [E6]

# 53: finished, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -8.5
play b A2
play b A4
play b A7
play b B2
play b B4
play b B7
play b C2
play b C3
play b C4
play b C5
play b C6
play b C7
play b C8
play b C9
play b D2
play b D3
play b E1
play b E2
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E3
play w E4
play w E7
play w F1
play w F2
play w F3
play w F4
play w F7
play w G2
play w G4
play w G7
play w H2
play w H4
play w H7
play w J2
play w J4
play w J7
play w pass
53 reg_genmove b
#? [PASS|pass]

# 54: dame, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -1.5
play b A7
play b B6
play b B7
play b B8
play b B9
play b C5
play b C6
play b D5
play b D6
play b D7
play b D8
play b D9
play b E4
play b E5
play b F5
play b G4
play b G5
play b G6
play b G7
play b G8
play b G9
play b H5
play b J4
play b J5
play w A5
play w B1
play w B2
play w B3
play w B4
play w B5
play w C3
play w C4
play w D1
play w D2
play w D3
play w E3
play w F3
play w G1
play w G2
play w G3
play w H3
play w H4
play w J3
play b pass
54 reg_genmove w
#? [A6|D4|F4|PASS|pass]

# 55: dame, area, after a pass, chinese
boardsize 9
clear_board
kgs-rules chinese
komi -2.5
play b A3
play b A6
play b A8
play b B3
play b B6
play b B8
play b C1
play b C2
play b C3
play b C6
play b C8
play b C9
play b D3
play b D4
play b D6
play b D7
play b D8
play b E4
play b E5
play b E6
play w D1
play w E1
play w E2
play w E3
play w E8
play w E9
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w G3
play w G6
play w G8
play w H3
play w H6
play w H8
play w J3
play w J6
play w J8
play b pass
55 reg_genmove w
#? [D2|D9|E7]

# 56: gap, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 19.5
play b A6
play b B5
play b B6
play b C1
play b C2
play b C3
play b C4
play b C5
play b D5
play b E5
play b F1
play b F2
play b F3
play b F4
play b F5
play b G4
play b H1
play b H2
play b H3
play b H4
play b J4
play b J5
play w A7
play w C6
play w C7
play w C8
play w C9
play w D6
play w E6
play w F6
play w F7
play w F8
play w F9
play w G5
play w G6
play w H5
play w H6
play w H7
play w H8
play w H9
play w J6
play w pass
56 reg_genmove b
#? [B7]

# 57: finished, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 1.5
play b A4
play b A5
play b B1
play b B2
play b B3
play b B4
play b C4
play b D1
play b D2
play b D3
play b D4
play b E3
play b F3
play b F4
play b G1
play b G2
play b G3
play b G4
play b G5
play b H5
play b J5
play w A6
play w B5
play w B6
play w B7
play w B8
play w B9
play w C5
play w D5
play w D6
play w D7
play w D8
play w D9
play w E4
play w E5
play w F5
play w F6
play w G6
play w G7
play w G8
play w G9
play w H6
play w J6
57 reg_genmove b
#? [PASS|pass]

# 58: dame, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 9.5
play b A4
play b B1
play b B2
play b B3
play b B4
play b C4
play b D1
play b D2
play b D3
play b D4
play b D5
play b E5
play b F5
play b G1
play b G2
play b G3
play b G4
play b G5
play b H4
play b J4
play w A5
play w B5
play w B6
play w B7
play w B8
play w B9
play w C6
play w D6
play w D7
play w D8
play w D9
play w E6
play w F6
play w G6
play w G7
play w G8
play w G9
play w H6
play w J5
play w J6
58 reg_genmove b
#? [C5|H5|PASS|pass]

# 59: dame, area, chinese
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A6
play b B6
play b C6
play b C7
play b C8
play b C9
play b D5
play b D6
play b E5
play b F5
play b F6
play b F7
play b F8
play b F9
play b G6
play b G7
play b H7
play b H8
play b H9
play b J6
play b J7
play w A5
play w B5
play w C1
play w C2
play w C3
play w C4
play w C5
play w D4
play w E4
play w F1
play w F2
play w F3
play w F4
play w G4
play w G5
play w H1
play w H2
play w H3
play w H4
play w H5
play w J5
59 reg_genmove w
#? [H6]

# 60: gap, chinese
boardsize 9
clear_board
kgs-rules chinese
komi -25.5
play b A2
play b A4
play b A7
play b B2
play b B4
play b B7
play b C2
play b C3
play b C4
play b C6
play b C7
play b C8
play b D1
play b D2
play b D6
play b D8
play b D9
play w D3
play w D4
play w D5
play w D7
play w E1
play w E2
play w E3
play w E4
play w E5
play w E6
play w E7
play w E8
play w E9
play w F2
play w F4
play w F7
play w G2
play w G4
play w G7
play w H2
play w H4
play w H7
play w J2
play w J4
play w J7
60 reg_genmove b
#? [C5]

# 61: finished, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -3.5
play b D1
play b E1
play b E2
play b E8
play b E9
play b F2
play b F3
play b F4
play b F6
play b F7
play b F8
play b G3
play b G4
play b G5
play b G6
play b G8
play b H3
play b H6
play b H8
play b J3
play b J6
play b J8
play w A3
play w A6
play w A8
play w B3
play w B6
play w B8
play w C1
play w C2
play w C3
play w C6
play w C8
play w D2
play w D3
play w D6
play w D7
play w D8
play w D9
play w E3
play w E4
play w E5
play w E6
play w E7
play w F5
play w pass
61 reg_genmove b
#? [PASS|pass]

# 62: dame, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi 9.5
play b A6
play b B6
play b B7
play b C7
play b C8
play b C9
play b D6
play b D7
play b E6
play b F5
play b F6
play b F7
play b F8
play b F9
play b G5
play b H4
play b H5
play b H6
play b H7
play b H8
play b H9
play b J4
play w A5
play w B5
play w C1
play w C2
play w C3
play w C4
play w C5
play w D4
play w D5
play w E4
play w F1
play w F2
play w F3
play w F4
play w G3
play w H1
play w H2
play w H3
play w J3
play w pass
62 reg_genmove b
#? [C6|E5|G4|PASS|pass]

# 63: dame, area, after a pass, chinese
boardsize 9
clear_board
kgs-rules chinese
komi -17.5
play b A5
play b B1
play b B2
play b B3
play b B4
play b B5
play b C3
play b C4
play b D1
play b D2
play b D3
play b E3
play b E4
play b F3
play b G1
play b G2
play b G3
play b H3
play b J3
play w A6
play w B6
play w B7
play w B8
play w B9
play w C5
play w C6
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E5
play w F5
play w G4
play w G5
play w G6
play w G7
play w G8
play w G9
play w H4
play w J4
play b pass
63 reg_genmove w
#? [F4]

# 64: gap, after a pass, japanese
boardsize 9
clear_board
kgs-rules japanese
komi -0.5
play b A4
play b B3
play b B4
play b C1
play b C2
play b C3
play b D3
play b E3
play b F1
play b F2
play b F3
play b G3
play b H1
play b H2
play b H3
play b J3
play b J4
play w A5
play w B5
play w C4
play w C5
play w C6
play w C7
play w C8
play w C9
play w D4
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G4
play w H4
play w H5
play w H6
play w H7
play w H8
play w H9
play w J5
play w pass
64 reg_genmove b
#? [E4]
