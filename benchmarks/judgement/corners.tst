# written by python -m benchmarks.judgement corners --count 60 --seed 1

# 1: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A2
play b A3
play b A4
play b A5
play b A6
play b A7
play b A8
play b A9
play b B1
play b B4
play b B7
play b C1
play b C4
play b C7
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E1
play b E4
play b E7
play b F1
play b F4
play b F7
play b G1
play b G2
play b G3
play b G4
play b G5
play b G6
play b G7
play b G8
play b G9
play b H1
play b H4
play b J1
play b J4
play b J7
play w H5
play w H6
play w H7
play w H8
play w H9
play w J5
1 reg_genmove b
#? [J8]

# 2: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A2
play b A3
play b A4
play b A5
play b A6
play b A7
play b A8
play b A9
play b B3
play b B6
play b B9
play b C3
play b C6
play b C9
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E3
play b E6
play b E9
play b F1
play b F2
play b F3
play b F4
play b F6
play b F9
play b G4
play b G5
play b G6
play b G7
play b G8
play b G9
play b H1
play b H5
play b H6
play b H9
play b J1
play b J5
play b J6
play b J9
play w G1
play w G2
play w G3
play w H3
play w H4
play w J4
2 reg_genmove w
#? [J2]

# 3: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b A6
play b A9
play b B1
play b B2
play b B4
play b B6
play b B9
play b C4
play b C5
play b C6
play b C7
play b C8
play b C9
play b D4
play b D6
play b D9
play b E3
play b E4
play b E6
play b E9
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G3
play b G6
play b G9
play b H3
play b H6
play b H9
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A2
play w A3
play w B3
play w C3
play w D2
play w D3
play w E1
play w E2
3 reg_genmove b
#? [C1]

# 4: live, 4 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b A5
play b A9
play b B1
play b B4
play b B5
play b C1
play b C2
play b C3
play b C4
play b C5
play b C6
play b D1
play b D4
play b D6
play b D7
play b D8
play b D9
play b E1
play b E4
play b E7
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G1
play b G4
play b G7
play b H1
play b H4
play b H7
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A6
play w B6
play w B7
play w C7
play w C8
play w C9
4 reg_genmove w
#? [A8]

# 5: kill, 4 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A7
play b A8
play b B7
play b C7
play b C8
play b D7
play b D8
play b E8
play b E9
play w A1
play w A4
play w A6
play w B1
play w B4
play w B6
play w B9
play w C1
play w C2
play w C3
play w C4
play w C5
play w C6
play w D1
play w D4
play w D6
play w E1
play w E4
play w E6
play w E7
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G1
play w G4
play w G7
play w H1
play w H4
play w H7
play w J1
play w J2
play w J3
play w J4
play w J5
play w J6
play w J7
play w J8
play w J9
5 reg_genmove w
#? [C9]

# 6: live, 4 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b F7
play b F8
play b F9
play b G7
play b H7
play b J7
play w A1
play w A2
play w A3
play w A4
play w A5
play w A6
play w A7
play w A8
play w A9
play w B1
play w B4
play w B7
play w C1
play w C4
play w C7
play w D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E1
play w E4
play w E6
play w E7
play w E8
play w E9
play w F1
play w F4
play w F6
play w G1
play w G2
play w G3
play w G4
play w G5
play w G6
play w H1
play w H4
play w H6
play w H9
play w J1
play w J4
play w J6
play w J8
6 reg_genmove b
#? [H8]

# 7: kill, 4 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A2
play b A3
play b A4
play b A5
play b A6
play b A7
play b A8
play b A9
play b B3
play b B6
play b B9
play b C3
play b C6
play b C9
play b D1
play b D2
play b D3
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
play b E6
play b E9
play b F4
play b F6
play b F9
play b G4
play b G5
play b G6
play b G7
play b G8
play b G9
play b H2
play b H4
play b H6
play b H9
play b J4
play b J6
play b J9
play w F1
play w F2
play w F3
play w G2
play w G3
play w H3
play w J3
7 reg_genmove b
#? [J2]

# 8: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b A8
play b B1
play b B4
play b C1
play b C2
play b C3
play b C4
play b C5
play b C6
play b C7
play b C8
play b C9
play b D1
play b D4
play b D7
play b E1
play b E4
play b E7
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G1
play b G4
play b G7
play b H1
play b H4
play b H7
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A5
play w B5
play w B6
play w B7
play w B8
play w B9
8 reg_genmove w
#? [A7]

# 9: kill, 4 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b G1
play b G2
play b G3
play b G4
play b H4
play b J4
play w A1
play w A2
play w A3
play w A4
play w A5
play w A6
play w A7
play w A8
play w A9
play w B3
play w B6
play w B9
play w C3
play w C6
play w C9
play w D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E3
play w E6
play w E9
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F9
play w G5
play w G6
play w G7
play w G8
play w G9
play w H2
play w H3
play w H5
play w H6
play w H9
play w J5
play w J6
play w J9
9 reg_genmove w
#? [H1]

# 10: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A2
play b A6
play b A9
play b B6
play b B9
play b C1
play b C2
play b C3
play b C4
play b C5
play b C6
play b C7
play b C8
play b C9
play b D3
play b D6
play b D9
play b E3
play b E6
play b E9
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G3
play b G6
play b G9
play b H3
play b H6
play b H9
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A5
play w B1
play w B2
play w B3
play w B4
play w B5
10 reg_genmove w
#? [A3]

# 11: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A2
play b A3
play b A4
play b A5
play b A6
play b A7
play b A8
play b A9
play b B1
play b B4
play b B7
play b C1
play b C4
play b C7
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E1
play b E4
play b E7
play b F1
play b F4
play b F6
play b F7
play b F9
play b G1
play b G2
play b G3
play b G4
play b G5
play b G6
play b G9
play b H1
play b H4
play b H6
play b J1
play b J4
play b J6
play b J9
play w E8
play w E9
play w F8
play w G7
play w G8
play w H7
play w J7
11 reg_genmove b
#? [H8]

# 12: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b G7
play b G8
play b G9
play b H6
play b H7
play b H9
play b J6
play w A1
play w A2
play w A3
play w A4
play w A5
play w A6
play w A7
play w A8
play w A9
play w B1
play w B4
play w B7
play w C1
play w C4
play w C7
play w D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E1
play w E4
play w E7
play w F1
play w F4
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
play w H1
play w H4
play w H5
play w J1
play w J4
play w J5
play w J9
12 reg_genmove b
#? [J8]

# 13: kill, 4 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A6
play b B6
play b B7
play b C7
play b D7
play b D8
play b D9
play w A1
play w A4
play w A5
play w A8
play w A9
play w B1
play w B4
play w B5
play w B9
play w C1
play w C2
play w C3
play w C4
play w C5
play w C6
play w D1
play w D4
play w D6
play w E1
play w E4
play w E6
play w E7
play w E8
play w E9
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G1
play w G4
play w G7
play w H1
play w H4
play w H7
play w J1
play w J2
play w J3
play w J4
play w J5
play w J6
play w J7
play w J8
play w J9
13 reg_genmove w
#? [B8]

# 14: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A5
play b A6
play b A9
play b B1
play b B5
play b B6
play b B9
play b C5
play b C6
play b C7
play b C8
play b C9
play b D3
play b D4
play b D5
play b D6
play b D9
play b E1
play b E2
play b E3
play b E6
play b E9
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G3
play b G6
play b G9
play b H3
play b H6
play b H9
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A2
play w A3
play w A4
play w B4
play w C2
play w C3
play w C4
play w D1
play w D2
14 reg_genmove w
#? [B2]

# 15: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A5
play b B4
play b B5
play b C1
play b C2
play b C3
play b C4
play w A1
play w A2
play w A3
play w A6
play w A9
play w B1
play w B6
play w B9
play w C5
play w C6
play w C7
play w C8
play w C9
play w D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D9
play w E3
play w E6
play w E9
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G3
play w G6
play w G9
play w H3
play w H6
play w H9
play w J1
play w J2
play w J3
play w J4
play w J5
play w J6
play w J7
play w J8
play w J9
15 reg_genmove w
#? [B2|B3]

# 16: live, 4 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b A5
play b A7
play b B1
play b B4
play b B5
play b B7
play b B9
play b C1
play b C2
play b C3
play b C4
play b C5
play b D1
play b D4
play b D5
play b D6
play b D7
play b E1
play b E4
play b E7
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
play b F9
play b G1
play b G4
play b G7
play b H1
play b H4
play b H7
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A6
play w B6
play w C6
play w C7
play w C8
play w D8
play w D9
16 reg_genmove w
#? [B8]

# 17: kill, 4 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A2
play b A3
play b A4
play b A5
play b A6
play b A7
play b A8
play b A9
play b B1
play b B4
play b B7
play b C1
play b C4
play b C7
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E1
play b E4
play b E7
play b F1
play b F4
play b F6
play b F7
play b G1
play b G2
play b G3
play b G4
play b G5
play b G6
play b G9
play b H1
play b H4
play b H6
play b H8
play b J1
play b J4
play b J6
play w E8
play w E9
play w F8
play w G7
play w G8
play w H7
play w J7
17 reg_genmove b
#? [J8]

# 18: live, 4 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A2
play b A3
play b A4
play b A5
play b A6
play b A7
play b A8
play b A9
play b B1
play b B4
play b B7
play b C1
play b C4
play b C7
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E1
play b E4
play b E7
play b E8
play b E9
play b F1
play b F4
play b F5
play b F6
play b F7
play b G1
play b G2
play b G3
play b G4
play b G5
play b G9
play b H1
play b H4
play b H5
play b H9
play b J1
play b J4
play b J5
play b J7
play w F8
play w F9
play w G6
play w G7
play w G8
play w H6
play w J6
18 reg_genmove w
#? [H8]

# 19: kill, 4 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b G6
play b G7
play b G8
play b G9
play b H5
play b H6
play b J5
play b J6
play w A1
play w A2
play w A3
play w A4
play w A5
play w A6
play w A7
play w A8
play w A9
play w B1
play w B4
play w B7
play w C1
play w C4
play w C7
play w D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E1
play w E4
play w E7
play w F1
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G1
play w G2
play w G3
play w G4
play w G5
play w H1
play w H4
play w H7
play w H8
play w J1
play w J4
19 reg_genmove w
#? [H9]

# 20: live, 4 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b G1
play b G2
play b G3
play b G4
play b H1
play b H4
play b H5
play b J5
play w A1
play w A2
play w A3
play w A4
play w A5
play w A6
play w A7
play w A8
play w A9
play w B3
play w B6
play w B9
play w C3
play w C6
play w C9
play w D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E3
play w E6
play w E9
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F9
play w G5
play w G6
play w G7
play w G8
play w G9
play w H2
play w H6
play w H9
play w J3
play w J6
play w J9
20 reg_genmove b
#? [J2]

# 21: kill, 4 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A5
play b B5
play b B6
play b C6
play b C7
play b C8
play b C9
play w A1
play w A4
play w A6
play w A9
play w B1
play w B4
play w B8
play w C1
play w C2
play w C3
play w C4
play w C5
play w D1
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E1
play w E4
play w E7
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G1
play w G4
play w G7
play w H1
play w H4
play w H7
play w J1
play w J2
play w J3
play w J4
play w J5
play w J6
play w J7
play w J8
play w J9
21 reg_genmove w
#? [A7]

# 22: live, 4 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b G1
play b G2
play b G3
play b G4
play b H1
play b H4
play b H5
play b J1
play b J5
play w A1
play w A2
play w A3
play w A4
play w A5
play w A6
play w A7
play w A8
play w A9
play w B3
play w B6
play w B9
play w C3
play w C6
play w C9
play w D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E3
play w E6
play w E9
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F9
play w G5
play w G6
play w G7
play w G8
play w G9
play w H6
play w H9
play w J2
play w J6
play w J9
22 reg_genmove b
#? [J3]

# 23: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A2
play b A3
play b A4
play b A5
play b A6
play b A7
play b A8
play b A9
play b B3
play b B6
play b B9
play b C3
play b C6
play b C9
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E3
play b E6
play b E9
play b F3
play b F6
play b F9
play b G1
play b G2
play b G3
play b G4
play b G5
play b G6
play b G7
play b G8
play b G9
play b H6
play b H9
play b J2
play b J6
play b J9
play w H1
play w H2
play w H3
play w H4
play w H5
play w J5
23 reg_genmove b
#? [J3]

# 24: live, 4 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A2
play b A3
play b A4
play b A5
play b A6
play b A7
play b A8
play b A9
play b B1
play b B4
play b B7
play b C1
play b C4
play b C7
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E1
play b E4
play b E7
play b F1
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G1
play b G2
play b G3
play b G4
play b G5
play b H1
play b H4
play b H5
play b H8
play b J1
play b J4
play b J5
play b J7
play w G6
play w G7
play w G8
play w G9
play w H6
play w J6
24 reg_genmove w
#? [H9]

# 25: kill, 5 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A2
play b A3
play b A4
play b A5
play b A6
play b A7
play b A8
play b A9
play b B3
play b B6
play b B9
play b C3
play b C6
play b C9
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E3
play b E6
play b E9
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F9
play b G5
play b G6
play b G7
play b G8
play b G9
play b H2
play b H5
play b H6
play b H9
play b J5
play b J6
play b J9
play w G1
play w G2
play w G3
play w G4
play w H4
play w J4
25 reg_genmove b
#? [H1]

# 26: live, 4 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b B1
play b B4
play b B7
play b B8
play b C1
play b C2
play b C3
play b C4
play b C5
play b D1
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E1
play b E4
play b E7
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G1
play b G4
play b G7
play b H1
play b H4
play b H7
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A5
play w A8
play w B5
play w B6
play w C6
play w C7
play w C8
play w C9
26 reg_genmove w
#? [A7|B9]

# 27: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A2
play b A3
play b A4
play b A5
play b A6
play b A7
play b A8
play b A9
play b B1
play b B4
play b B7
play b C1
play b C4
play b C7
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E1
play b E4
play b E7
play b F1
play b F4
play b F6
play b F7
play b F8
play b F9
play b G1
play b G2
play b G3
play b G4
play b G5
play b G6
play b H1
play b H4
play b J1
play b J4
play b J6
play b J7
play b J8
play w G7
play w G8
play w G9
play w H5
play w H6
play w H7
play w J5
27 reg_genmove b
#? [H8|H9]

# 28: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b G1
play b G2
play b G3
play b H3
play b H4
play b H5
play b J4
play b J5
play w A1
play w A2
play w A3
play w A4
play w A5
play w A6
play w A7
play w A8
play w A9
play w B3
play w B6
play w B9
play w C3
play w C6
play w C9
play w D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E3
play w E6
play w E9
play w F1
play w F2
play w F3
play w F4
play w F6
play w F9
play w G4
play w G5
play w G6
play w G7
play w G8
play w G9
play w H2
play w H6
play w H9
play w J3
play w J6
play w J9
28 reg_genmove b
#? [H1|J2]

# 29: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b E8
play b E9
play b F7
play b F8
play b G7
play b H7
play b J7
play b J8
play w A1
play w A2
play w A3
play w A4
play w A5
play w A6
play w A7
play w A8
play w A9
play w B1
play w B4
play w B7
play w C1
play w C4
play w C7
play w D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E1
play w E4
play w E6
play w E7
play w F1
play w F4
play w F6
play w G1
play w G2
play w G3
play w G4
play w G5
play w G6
play w H1
play w H4
play w H6
play w H8
play w H9
play w J1
play w J4
play w J6
play w J9
29 reg_genmove w
#? [G9]

# 30: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A4
play b B1
play b B3
play b B4
play b C1
play b C2
play b C3
play w A3
play w A5
play w A6
play w A9
play w B5
play w B6
play w B9
play w C4
play w C5
play w C6
play w C7
play w C8
play w C9
play w D1
play w D2
play w D3
play w D4
play w D6
play w D9
play w E3
play w E6
play w E9
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G3
play w G6
play w G9
play w H3
play w H6
play w H9
play w J1
play w J2
play w J3
play w J4
play w J5
play w J6
play w J7
play w J8
play w J9
30 reg_genmove b
#? [A2]

# 31: kill, 4 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A3
play b B3
play b C2
play b C3
play b D2
play b E1
play b E2
play w A2
play w A4
play w A6
play w A9
play w B1
play w B4
play w B6
play w B9
play w C4
play w C5
play w C6
play w C7
play w C8
play w C9
play w D3
play w D4
play w D6
play w D9
play w E3
play w E6
play w E9
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G3
play w G6
play w G9
play w H3
play w H6
play w H9
play w J1
play w J2
play w J3
play w J4
play w J5
play w J6
play w J7
play w J8
play w J9
31 reg_genmove w
#? [B2|C1]

# 32: live, 4 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A3
play b A6
play b A9
play b B1
play b B3
play b B6
play b B9
play b C5
play b C6
play b C7
play b C8
play b C9
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b D9
play b E3
play b E6
play b E9
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G3
play b G6
play b G9
play b H3
play b H6
play b H9
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A5
play w B4
play w B5
play w C1
play w C2
play w C3
play w C4
32 reg_genmove w
#? [B2]

# 33: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A4
play b A5
play b B4
play b B5
play b B6
play b B7
play b B8
play b B9
play w A1
play w A3
play w A7
play w B1
play w B3
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
play w D4
play w D7
play w E1
play w E4
play w E7
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G1
play w G4
play w G7
play w H1
play w H4
play w H7
play w J1
play w J2
play w J3
play w J4
play w J5
play w J6
play w J7
play w J8
play w J9
33 reg_genmove w
#? [A8]

# 34: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b A5
play b B1
play b B4
play b B5
play b B8
play b C1
play b C2
play b C3
play b C4
play b C5
play b C6
play b D1
play b D4
play b D6
play b E1
play b E4
play b E6
play b E7
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
play b F9
play b G1
play b G4
play b G7
play b H1
play b H4
play b H7
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A6
play w A7
play w A8
play w B6
play w B7
play w C7
play w C9
play w D7
play w D8
play w D9
34 reg_genmove w
#? [B9]

# 35: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A5
play b B1
play b B2
play b B4
play b B5
play b C1
play b C2
play b C3
play b C4
play w A2
play w A4
play w A6
play w A9
play w B6
play w B9
play w C5
play w C6
play w C7
play w C8
play w C9
play w D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D9
play w E3
play w E6
play w E9
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G3
play w G6
play w G9
play w H3
play w H6
play w H9
play w J1
play w J2
play w J3
play w J4
play w J5
play w J6
play w J7
play w J8
play w J9
35 reg_genmove w
#? [A3]

# 36: live, 4 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A2
play b A3
play b A4
play b A5
play b A6
play b A7
play b A8
play b A9
play b B1
play b B4
play b B7
play b C1
play b C4
play b C7
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E1
play b E4
play b E7
play b F1
play b F4
play b F6
play b F7
play b F8
play b F9
play b G1
play b G2
play b G3
play b G4
play b G5
play b G6
play b H1
play b H4
play b H5
play b J1
play b J4
play b J5
play b J9
play w G7
play w G8
play w G9
play w H6
play w H7
play w J6
36 reg_genmove w
#? [J8]

# 37: kill, 4 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b G1
play b G2
play b G3
play b G4
play b H3
play b H4
play b H5
play b J5
play w A1
play w A2
play w A3
play w A4
play w A5
play w A6
play w A7
play w A8
play w A9
play w B3
play w B6
play w B9
play w C3
play w C6
play w C9
play w D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E3
play w E6
play w E9
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F9
play w G5
play w G6
play w G7
play w G8
play w G9
play w H1
play w H6
play w H9
play w J3
play w J6
play w J9
37 reg_genmove w
#? [H2|J2]

# 38: live, 5 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b A6
play b A9
play b B1
play b B4
play b B6
play b C1
play b C2
play b C3
play b C4
play b C5
play b C6
play b D1
play b D4
play b D6
play b E1
play b E4
play b E6
play b E7
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
play b F9
play b G1
play b G4
play b G7
play b H1
play b H4
play b H7
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A7
play w B7
play w C7
play w D7
play w D8
play w D9
38 reg_genmove w
#? [B8|B9]

# 39: kill, 5 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A2
play b A3
play b A4
play b A5
play b A6
play b A7
play b A8
play b A9
play b B1
play b B4
play b B7
play b C1
play b C4
play b C7
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E1
play b E4
play b E7
play b F1
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G1
play b G2
play b G3
play b G4
play b G5
play b H1
play b H4
play b H7
play b J1
play b J4
play b J7
play w G6
play w G7
play w G8
play w G9
play w H5
play w H6
play w J5
39 reg_genmove b
#? [H9]

# 40: live, 4 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b A6
play b A8
play b B1
play b B4
play b B6
play b C1
play b C2
play b C3
play b C4
play b C5
play b C6
play b C9
play b D1
play b D4
play b D6
play b E1
play b E4
play b E6
play b E7
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G1
play b G4
play b G7
play b H1
play b H4
play b H7
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A7
play w A9
play w B7
play w C7
play w D7
play w D8
play w E8
play w E9
40 reg_genmove w
#? [B8]

# 41: kill, 5 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A5
play b B4
play b B5
play b C1
play b C2
play b C3
play b C4
play w A3
play w A6
play w A9
play w B3
play w B6
play w B9
play w C5
play w C6
play w C7
play w C8
play w C9
play w D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D9
play w E3
play w E6
play w E9
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G3
play w G6
play w G9
play w H3
play w H6
play w H9
play w J1
play w J2
play w J3
play w J4
play w J5
play w J6
play w J7
play w J8
play w J9
41 reg_genmove w
#? [B1]

# 42: live, 4 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A5
play b B1
play b B4
play b B5
play b C1
play b C2
play b C3
play b C4
play w A3
play w A6
play w A9
play w B3
play w B6
play w B9
play w C5
play w C6
play w C7
play w C8
play w C9
play w D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D9
play w E3
play w E6
play w E9
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G3
play w G6
play w G9
play w H3
play w H6
play w H9
play w J1
play w J2
play w J3
play w J4
play w J5
play w J6
play w J7
play w J8
play w J9
42 reg_genmove b
#? [A2]

# 43: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A2
play b A3
play b A4
play b A5
play b A6
play b A7
play b A8
play b A9
play b B3
play b B6
play b B9
play b C3
play b C6
play b C9
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E3
play b E6
play b E9
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F9
play b G1
play b G5
play b G6
play b G7
play b G8
play b G9
play b H7
play b H9
play b J4
play b J7
play b J9
play w G2
play w G3
play w G4
play w H1
play w H2
play w H4
play w H5
play w H6
play w J1
play w J2
play w J6
43 reg_genmove b
#? [J3]

# 44: live, 5 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A7
play b B7
play b C7
play b D7
play b D8
play b D9
play w A1
play w A4
play w A6
play w B1
play w B4
play w B6
play w B9
play w C1
play w C2
play w C3
play w C4
play w C5
play w C6
play w D1
play w D4
play w D6
play w E1
play w E4
play w E6
play w E7
play w E8
play w E9
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G1
play w G4
play w G7
play w H1
play w H4
play w H7
play w J1
play w J2
play w J3
play w J4
play w J5
play w J6
play w J7
play w J8
play w J9
44 reg_genmove b
#? [B8]

# 45: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b A8
play b A9
play b B1
play b B4
play b B8
play b C1
play b C2
play b C3
play b C4
play b C5
play b D1
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E1
play b E4
play b E7
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G1
play b G4
play b G7
play b H1
play b H4
play b H7
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A5
play w B5
play w B6
play w B9
play w C6
play w C7
play w C8
play w C9
45 reg_genmove b
#? [A7]

# 46: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A2
play b A3
play b A4
play b A5
play b A6
play b A7
play b A8
play b A9
play b B1
play b B4
play b B7
play b C1
play b C4
play b C7
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E1
play b E4
play b E7
play b F1
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G1
play b G2
play b G3
play b G4
play b G5
play b H1
play b H4
play b J1
play b J4
play b J9
play w G6
play w G7
play w G8
play w G9
play w H5
play w H6
play w H7
play w H9
play w J5
play w J6
46 reg_genmove w
#? [J8]

# 47: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A5
play b A6
play b A9
play b B2
play b B5
play b B6
play b B9
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
play b D6
play b D9
play b E3
play b E6
play b E9
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G3
play b G6
play b G9
play b H3
play b H6
play b H9
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A4
play w B1
play w B3
play w B4
play w C1
play w C2
play w C3
47 reg_genmove b
#? [A2]

# 48: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A1
play b A3
play b B3
play b C2
play b C3
play b D1
play b D2
play w A2
play w A4
play w A6
play w A9
play w B4
play w B6
play w B9
play w C4
play w C5
play w C6
play w C7
play w C8
play w C9
play w D3
play w D4
play w D6
play w D9
play w E1
play w E2
play w E3
play w E6
play w E9
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G3
play w G6
play w G9
play w H3
play w H6
play w H9
play w J1
play w J2
play w J3
play w J4
play w J5
play w J6
play w J7
play w J8
play w J9
48 reg_genmove b
#? [B1|B2]

# 49: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A5
play b A8
play b B5
play b B6
play b B7
play b C7
play b C8
play b C9
play w A1
play w A4
play w A9
play w B1
play w B4
play w B8
play w C1
play w C2
play w C3
play w C4
play w C5
play w C6
play w D1
play w D4
play w D6
play w D7
play w D8
play w D9
play w E1
play w E4
play w E7
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G1
play w G4
play w G7
play w H1
play w H4
play w H7
play w J1
play w J2
play w J3
play w J4
play w J5
play w J6
play w J7
play w J8
play w J9
49 reg_genmove w
#? [A7]

# 50: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b F1
play b F2
play b F3
play b G1
play b G3
play b H3
play b H4
play b J4
play w A1
play w A2
play w A3
play w A4
play w A5
play w A6
play w A7
play w A8
play w A9
play w B3
play w B6
play w B9
play w C3
play w C6
play w C9
play w D1
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
play w E3
play w E4
play w E6
play w E9
play w F4
play w F6
play w F9
play w G2
play w G4
play w G5
play w G6
play w G7
play w G8
play w G9
play w H1
play w H5
play w H6
play w H9
play w J2
play w J5
play w J6
play w J9
50 reg_genmove b
#? [H2]

# 51: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b A6
play b A9
play b B2
play b B4
play b B6
play b B9
play b C4
play b C5
play b C6
play b C7
play b C8
play b C9
play b D3
play b D4
play b D6
play b D9
play b E3
play b E6
play b E9
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G3
play b G6
play b G9
play b H3
play b H6
play b H9
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A3
play w B1
play w B3
play w C2
play w C3
play w D2
play w E1
play w E2
51 reg_genmove b
#? [C1]

# 52: live, 4 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b A7
play b A9
play b B1
play b B4
play b B9
play b C1
play b C2
play b C3
play b C4
play b C5
play b D1
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E1
play b E4
play b E7
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G1
play b G4
play b G7
play b H1
play b H4
play b H7
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A5
play w B5
play w B6
play w C6
play w C7
play w C8
play w C9
52 reg_genmove w
#? [B8]

# 53: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b A6
play b A9
play b B2
play b B6
play b B9
play b C5
play b C6
play b C7
play b C8
play b C9
play b D1
play b D2
play b D3
play b D4
play b D5
play b D6
play b D9
play b E3
play b E6
play b E9
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G3
play b G6
play b G9
play b H3
play b H6
play b H9
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A5
play w B1
play w B4
play w B5
play w C1
play w C2
play w C3
play w C4
53 reg_genmove b
#? [B3]

# 54: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b F8
play b F9
play b G7
play b G8
play b H7
play b J7
play w A1
play w A2
play w A3
play w A4
play w A5
play w A6
play w A7
play w A8
play w A9
play w B1
play w B4
play w B7
play w C1
play w C4
play w C7
play w D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E1
play w E4
play w E7
play w E8
play w E9
play w F1
play w F4
play w F6
play w F7
play w G1
play w G2
play w G3
play w G4
play w G5
play w G6
play w G9
play w H1
play w H4
play w H6
play w J1
play w J4
play w J6
play w J9
54 reg_genmove b
#? [H9]

# 55: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A8
play b B8
play b C8
play b D8
play b E8
play b E9
play w A1
play w A4
play w A7
play w B1
play w B4
play w B7
play w B9
play w C1
play w C2
play w C3
play w C4
play w C5
play w C6
play w C7
play w D1
play w D4
play w D7
play w E1
play w E4
play w E7
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G1
play w G4
play w G7
play w H1
play w H4
play w H7
play w J1
play w J2
play w J3
play w J4
play w J5
play w J6
play w J7
play w J8
play w J9
55 reg_genmove w
#? [C9]

# 56: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b A6
play b A9
play b B1
play b B4
play b B8
play b B9
play b C1
play b C2
play b C3
play b C4
play b C5
play b D1
play b D4
play b D5
play b D6
play b D7
play b D8
play b D9
play b E1
play b E4
play b E7
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G1
play b G4
play b G7
play b H1
play b H4
play b H7
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A5
play w B5
play w B6
play w C6
play w C7
play w C8
play w C9
56 reg_genmove w
#? [A7]

# 57: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A3
play b A7
play b A9
play b B7
play b B9
play b C1
play b C2
play b C3
play b C4
play b C5
play b C6
play b C7
play b C8
play b C9
play b D3
play b D6
play b D9
play b E3
play b E6
play b E9
play b F1
play b F2
play b F3
play b F4
play b F5
play b F6
play b F7
play b F8
play b F9
play b G3
play b G6
play b G9
play b H3
play b H6
play b H9
play b J1
play b J2
play b J3
play b J4
play b J5
play b J6
play b J7
play b J8
play b J9
play w A1
play w A6
play w B1
play w B2
play w B3
play w B4
play w B5
play w B6
57 reg_genmove b
#? [A4]

# 58: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b E8
play b E9
play b F8
play b G8
play b H8
play b J8
play b J9
play w A1
play w A2
play w A3
play w A4
play w A5
play w A6
play w A7
play w A8
play w A9
play w B1
play w B4
play w B7
play w C1
play w C4
play w C7
play w D1
play w D2
play w D3
play w D4
play w D5
play w D6
play w D7
play w D8
play w D9
play w E1
play w E4
play w E7
play w F1
play w F4
play w F7
play w G1
play w G2
play w G3
play w G4
play w G5
play w G6
play w G7
play w H1
play w H4
play w H7
play w J1
play w J4
play w J7
58 reg_genmove b
#? [G9]

# 59: kill, 4 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b F1
play b F2
play b F3
play b G3
play b H3
play b J3
play w A1
play w A2
play w A3
play w A4
play w A5
play w A6
play w A7
play w A8
play w A9
play w B3
play w B6
play w B9
play w C3
play w C6
play w C9
play w D1
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
play w E3
play w E4
play w E6
play w E9
play w F4
play w F6
play w F9
play w G1
play w G2
play w G4
play w G5
play w G6
play w G7
play w G8
play w G9
play w H4
play w H6
play w H9
play w J4
play w J6
play w J9
59 reg_genmove w
#? [J2]

# 60: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A2
play b A3
play b B3
play b C3
play b D2
play b D3
play b E1
play b E2
play w A1
play w A4
play w A6
play w A9
play w B1
play w B2
play w B4
play w B6
play w B9
play w C4
play w C5
play w C6
play w C7
play w C8
play w C9
play w D4
play w D6
play w D9
play w E3
play w E4
play w E6
play w E9
play w F1
play w F2
play w F3
play w F4
play w F5
play w F6
play w F7
play w F8
play w F9
play w G3
play w G6
play w G9
play w H3
play w H6
play w H9
play w J1
play w J2
play w J3
play w J4
play w J5
play w J6
play w J7
play w J8
play w J9
60 reg_genmove b
#? [C1]
