# written by python -m benchmarks.judgement kos --count 40 --seed 1

# 1: kill, 5 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b A6
play b B1
play b B4
play b B6
play b B9
play b C1
play b C2
play b C3
play b C4
play b C5
play b C6
play b D1
play b D4
play b D6
play b D9
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
play w B7
play w C7
play w D7
play w D8
play w E8
play w E9
1 reg_genmove b
#? [B8]

# 2: live, 5 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b F1
play b F2
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
play w E1
play w E2
play w E3
play w E6
play w E9
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
play w H5
play w H6
play w H9
play w J1
play w J5
play w J6
play w J9
2 reg_genmove b
#? [H1]

# 3: kill, 6 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b G1
play b G2
play b G3
play b G4
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
play w H6
play w H9
play w J2
play w J6
play w J9
3 reg_genmove w
#? [H2]

# 4: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b G1
play b G2
play b G3
play b G4
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
play w H3
play w H6
play w H9
play w J2
play w J4
play w J6
play w J9
4 reg_genmove b
#? [J3]

# 5: kill, 4 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b G7
play b G8
play b G9
play b H5
play b H6
play b H7
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
play w J1
play w J4
play w J8
play w J9
5 reg_genmove w
#? [J7]

# 6: live, 4 empty points, behind
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
play b E4
play b E6
play b E9
play b F1
play b F4
play b F6
play b F9
play b G2
play b G4
play b G5
play b G6
play b G7
play b G8
play b G9
play b H1
play b H4
play b H6
play b H9
play b J4
play b J6
play b J9
play w E1
play w E2
play w F2
play w F3
play w G3
play w H3
play w J3
6 reg_genmove w
#? [J1]

# 7: kill, 5 empty points, ahead
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
play b H6
play b H9
play b J2
play b J6
play b J9
play w G1
play w G2
play w G3
play w H3
play w H4
play w H5
play w J5
7 reg_genmove b
#? [J3]

# 8: live, 5 empty points, behind
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
play b E6
play b E9
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
play b J1
play b J5
play b J6
play b J9
play w F1
play w F2
play w G2
play w G3
play w G4
play w H4
play w J4
8 reg_genmove w
#? [H1]

# 9: kill, 4 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b A5
play b A7
play b A8
play b A9
play b B1
play b B4
play b B5
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
9 reg_genmove b
#? [B8]

# 10: live, 3 empty points, behind
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
play b G1
play b G4
play b G5
play b G6
play b G7
play b G8
play b G9
play b H2
play b H5
play b H6
play b H9
play b J1
play b J3
play b J5
play b J6
play b J9
play w F1
play w F2
play w F3
play w G3
play w H3
play w H4
play w J4
10 reg_genmove w
#? [J2]

# 11: kill, 5 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A4
play b A6
play b A9
play b B1
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
play w B3
play w C2
play w C3
play w D2
play w E1
play w E2
11 reg_genmove b
#? [C1]

# 12: live, 3 empty points, behind
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
play w F9
play w G1
play w G2
play w G3
play w G4
play w G5
play w G6
play w G8
play w H1
play w H4
play w H6
play w H9
play w J1
play w J4
play w J6
12 reg_genmove b
#? [G9]

# 13: kill, 3 empty points, ahead
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
play b E6
play b E7
play b E8
play b E9
play b F1
play b F4
play b F6
play b G1
play b G2
play b G3
play b G4
play b G5
play b G6
play b H1
play b H4
play b H6
play b H9
play b J1
play b J4
play b J6
play b J9
play w F7
play w F8
play w F9
play w G7
play w H7
play w H8
play w J7
13 reg_genmove b
#? [G9]

# 14: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A4
play b B4
play b C2
play b C3
play b C4
play b D1
play b D2
play w A1
play w A3
play w A5
play w A6
play w A9
play w B2
play w B5
play w B6
play w B9
play w C1
play w C5
play w C6
play w C7
play w C8
play w C9
play w D3
play w D4
play w D5
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
14 reg_genmove b
#? [B1]

# 15: kill, 5 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A4
play b A6
play b A9
play b B4
play b B6
play b B9
play b C1
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
play w A3
play w B1
play w B3
play w C3
play w D2
play w D3
play w E1
play w E2
15 reg_genmove b
#? [B2]

# 16: live, 3 empty points, behind
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
play b B7
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
16 reg_genmove w
#? [A7]

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
play b E6
play b E9
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
play b H4
play b H6
play b H9
play b J4
play b J6
play b J9
play w F1
play w F2
play w G2
play w G3
play w H3
play w J1
play w J3
17 reg_genmove b
#? [H1]

# 18: live, 5 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A4
play b B4
play b C2
play b C3
play b C4
play b D1
play b D2
play w A1
play w A5
play w A6
play w A9
play w B2
play w B5
play w B6
play w B9
play w C5
play w C6
play w C7
play w C8
play w C9
play w D3
play w D4
play w D5
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
18 reg_genmove b
#? [B1]

# 19: kill, 6 empty points, ahead
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
play b E6
play b E7
play b F1
play b F4
play b F6
play b G1
play b G2
play b G3
play b G4
play b G5
play b G6
play b H1
play b H4
play b H6
play b H9
play b J1
play b J4
play b J6
play w E8
play w E9
play w F7
play w F8
play w G7
play w H7
play w J7
19 reg_genmove b
#? [H8]

# 20: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A2
play b A4
play b A6
play b A9
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
play w B1
play w B4
play w B5
play w C1
play w C2
play w C3
play w C4
20 reg_genmove w
#? [A3]

# 21: kill, 5 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b F1
play b F2
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
play w E1
play w E2
play w E3
play w E6
play w E9
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
play w H5
play w H6
play w H9
play w J1
play w J3
play w J5
play w J6
play w J9
21 reg_genmove w
#? [H2]

# 22: live, 5 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A5
play b A6
play b A9
play b B2
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
play w A4
play w B4
play w C2
play w C3
play w C4
play w D1
play w D2
22 reg_genmove w
#? [B1]

# 23: kill, 6 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A7
play b B7
play b C7
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
23 reg_genmove w
#? [B8]

# 24: live, 5 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b F1
play b F2
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
play w E1
play w E2
play w E3
play w E6
play w E9
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
play w H5
play w H6
play w H9
play w J1
play w J5
play w J6
play w J9
24 reg_genmove b
#? [H1]

# 25: kill, 4 empty points, ahead
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
play b E6
play b E9
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
play b H4
play b H6
play b H9
play b J4
play b J6
play b J9
play w F1
play w F2
play w G2
play w G3
play w H3
play w J1
play w J3
25 reg_genmove b
#? [H1]

# 26: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A6
play b B6
play b B7
play b C6
play b C7
play b C8
play b D8
play b D9
play w A1
play w A4
play w A5
play w A7
play w A9
play w B1
play w B4
play w B5
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
play w E1
play w E4
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
26 reg_genmove b
#? [A8]

# 27: kill, 5 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A4
play b A6
play b B1
play b B4
play b B6
play b B9
play b C1
play b C2
play b C3
play b C4
play b C5
play b C6
play b D1
play b D4
play b D6
play b D9
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
play w B7
play w C7
play w D7
play w D8
play w E8
play w E9
27 reg_genmove b
#? [B8]

# 28: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A6
play b B6
play b C6
play b C7
play b C8
play b D8
play b D9
play w A1
play w A4
play w A5
play w A7
play w A9
play w B1
play w B4
play w B5
play w B8
play w C1
play w C2
play w C3
play w C4
play w C5
play w C9
play w D1
play w D4
play w D5
play w D6
play w D7
play w E1
play w E4
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
28 reg_genmove b
#? [B9]

# 29: kill, 4 empty points, ahead
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
play b H5
play b H6
play b H9
play b J5
play b J6
play b J9
play w G1
play w G2
play w G3
play w H3
play w H4
play w J1
play w J4
29 reg_genmove b
#? [J2]

# 30: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A1
play b A3
play b A5
play b A6
play b A9
play b B2
play b B5
play b B6
play b B9
play b C1
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
play w A4
play w B4
play w C2
play w C3
play w C4
play w D1
play w D2
30 reg_genmove w
#? [B1]

# 31: kill, 5 empty points, ahead
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
play b F4
play b F6
play b F9
play b G4
play b G5
play b G6
play b G7
play b G8
play b G9
play b H4
play b H6
play b H9
play b J1
play b J4
play b J6
play b J9
play w E1
play w E2
play w F2
play w G2
play w G3
play w H3
play w J3
31 reg_genmove b
#? [G1]

# 32: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A6
play b B6
play b C6
play b C7
play b C8
play b D8
play b D9
play w A1
play w A4
play w A5
play w A9
play w B1
play w B4
play w B5
play w B7
play w B8
play w C1
play w C2
play w C3
play w C4
play w C5
play w C9
play w D1
play w D4
play w D5
play w D6
play w D7
play w E1
play w E4
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
32 reg_genmove b
#? [B9]

# 33: kill, 4 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A3
play b A6
play b A9
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
play w A2
play w A5
play w B4
play w B5
play w C1
play w C2
play w C3
play w C4
33 reg_genmove b
#? [B2]

# 34: live, 4 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A6
play b B6
play b C6
play b C7
play b C8
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
play w E1
play w E4
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
34 reg_genmove b
#? [B9]

# 35: kill, 3 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b G7
play b G8
play b G9
play b H5
play b H6
play b H7
play b H8
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
play w J1
play w J4
play w J8
play w J9
35 reg_genmove w
#? [J7]

# 36: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b A3
play b B3
play b C3
play b D2
play b D3
play b E1
play b E2
play w A4
play w A6
play w A9
play w B1
play w B2
play w B4
play w B6
play w B9
play w C2
play w C4
play w C5
play w C6
play w C7
play w C8
play w C9
play w D1
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
36 reg_genmove b
#? [C1]

# 37: kill, 5 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi -0.5
play b E1
play b E2
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
play w H4
play w H6
play w H9
play w J4
play w J6
play w J9
37 reg_genmove w
#? [H2|J2]

# 38: live, 3 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A2
play b A4
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
38 reg_genmove w
#? [A3]

# 39: kill, 5 empty points, ahead
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A4
play b A6
play b A9
play b B1
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
play w B3
play w C2
play w C3
play w D2
play w E1
play w E2
39 reg_genmove b
#? [C1]

# 40: live, 4 empty points, behind
boardsize 9
clear_board
kgs-rules chinese
komi 0.5
play b A4
play b A6
play b A9
play b B1
play b B4
play b B6
play b B9
play b C2
play b C4
play b C5
play b C6
play b C7
play b C8
play b C9
play b D1
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
play w A3
play w B3
play w C3
play w D2
play w D3
play w E1
play w E2
40 reg_genmove w
#? [A1]
