# written by python -m benchmarks.judgement ladders --count 80 --seed 1

# 1: run, works, 48 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C12
play b E17
play b F5
play b F16
play b F17
play b G16
play b J4
play b O17
play b R16
play b R17
play w C6
play w D17
play w D18
play w E16
play w E18
play w F9
play w F15
play w F18
play w G17
play w H16
1 reg_genmove b
#? [!G15]

# 2: run, broken, 29 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D11
play b J3
play b N16
play b O17
play b P15
play b P17
play b Q16
play b Q17
play w C12
play w F16
play w G7
play w K17
play w N4
play w O7
play w O16
play w P16
2 reg_genmove w
#? [O15]

# 3: chase, works, 49 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b N4
play b O3
play b O6
play b P3
play b P4
play b P5
play b Q10
play b Q15
play w F3
play w L13
play w N5
play w N14
play w O4
play w O5
play w O11
play w P11
play w R15
3 reg_genmove b
#? [M5]

# 4: chase, broken, 24 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b E15
play b L17
play b O15
play b P16
play b Q14
play b Q15
play b Q16
play w H8
play w H15
play w K4
play w O7
play w P9
play w P14
play w P15
play w R5
4 reg_genmove b
#? [!O14|P13]

# 5: run, works, 56 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b E16
play b O16
play b P8
play b P17
play b Q15
play b Q18
play b R16
play b R18
play b S17
play b S18
play w C13
play w H14
play w M6
play w N7
play w O5
play w P9
play w P16
play w Q16
play w Q17
play w R17
5 reg_genmove w
#? [!P15]

# 6: run, broken, 35 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C17
play b D14
play b E12
play b F6
play b F13
play b P16
play b Q16
play b Q17
play b R11
play w D16
play w N3
play w O16
play w P17
play w Q15
play w Q18
play w R16
play w R17
play w R18
6 reg_genmove b
#? [P15]

# 7: chase, works, 47 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D6
play b J3
play b L17
play b N6
play b N7
play b O5
play b O6
play b O12
play b Q13
play b R8
play w D8
play w E5
play w M6
play w N5
play w O4
play w O7
play w P4
play w P5
play w P6
7 reg_genmove w
#? [N8]

# 8: chase, broken, 32 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C4
play b C5
play b C6
play b D4
play b D7
play b E5
play b O3
play b R11
play w D5
play w D6
play w E6
play w E12
play w E16
play w N15
play w P8
play w Q7
play w R10
8 reg_genmove b
#? [!E7|F6]

# 9: run, works, 44 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C7
play b M17
play b P7
play b Q6
play b Q9
play b R5
play b R8
play b S5
play b S6
play b S7
play w E3
play w E12
play w L4
play w N3
play w Q7
play w Q8
play w Q15
play w R6
play w R7
play w R16
9 reg_genmove w
#? [!P8]

# 10: run, broken, 21 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C11
play b C13
play b E9
play b G12
play b K7
play b Q13
play b R5
play b R13
play b R14
play w L16
play w P13
play w Q3
play w Q14
play w R12
play w R15
play w S13
play w S14
play w S15
10 reg_genmove b
#? [Q12]

# 11: chase, works, 51 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D7
play b M4
play b Q5
play b R4
play b R7
play b S4
play b S5
play b S6
play w D12
play w G8
play w H4
play w K4
play w N3
play w Q6
play w Q15
play w R5
play w R6
11 reg_genmove b
#? [P6]

# 12: chase, broken, 18 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b E12
play b G15
play b G17
play b K10
play b N5
play b Q9
play b Q14
play b Q15
play b R15
play b R16
play w P5
play w P15
play w Q6
play w Q16
play w R14
play w R17
play w S15
play w S16
play w S17
12 reg_genmove w
#? [!P14|Q13]

# 13: run, works, 56 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D4
play b D5
play b D13
play b G15
play b K16
play b N6
play b O6
play b R11
play w C3
play w C4
play w C5
play w C9
play w D3
play w D6
play w E4
play w Q8
13 reg_genmove b
#? [!E5]

# 14: run, broken, 17 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b E2
play b E3
play b E4
play b F2
play b F5
play b G3
play b G6
play b H4
play b J12
play b Q7
play w F3
play w F4
play w F10
play w G4
play w G5
play w K13
play w K17
play w L17
play w N9
play w N17
14 reg_genmove w
#? [H5]

# 15: chase, works, 51 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C17
play b D15
play b E11
play b F5
play b F6
play b N6
play b R6
play b R8
play w E4
play w E5
play w E6
play w F4
play w G5
play w M4
play w O7
15 reg_genmove w
#? [F7]

# 16: chase, broken, 22 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b F17
play b P9
play b P16
play b Q14
play b Q17
play b R15
play b R16
play b R17
play w C16
play w E13
play w G16
play w J9
play w J16
play w N6
play w P15
play w Q15
play w Q16
16 reg_genmove b
#? [!O15|P14]

# 17: run, works, 50 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D7
play b D11
play b F15
play b F16
play b J3
play b M3
play b M17
play b R12
play w C7
play w E15
play w E16
play w E17
play w F14
play w F17
play w G16
play w Q13
17 reg_genmove b
#? [!G15]

# 18: run, broken, 35 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b E16
play b K5
play b M3
play b O6
play b P14
play b Q15
play b Q16
play w D3
play w D15
play w D16
play w D17
play w E17
play w F16
play w G5
18 reg_genmove b
#? [E15]

# 19: chase, works, 49 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C5
play b C6
play b D6
play b D7
play b D13
play b H3
play b N8
play b O10
play b P7
play b P11
play w B4
play w B5
play w B6
play w C4
play w C7
play w D5
play w E6
play w L3
play w R9
19 reg_genmove w
#? [D8]

# 20: chase, broken, 22 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C13
play b D10
play b F6
play b F7
play b G7
play b G8
play b G13
play b H8
play b H16
play b O6
play b O14
play w C9
play w E5
play w E6
play w E7
play w E13
play w F5
play w F8
play w G6
play w G9
play w H7
20 reg_genmove w
#? [!H9|J8]

# 21: run, works, 58 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b B3
play b B4
play b C3
play b C5
play b D3
play b E4
play b Q9
play b Q10
play w C4
play w C10
play w C11
play w D4
play w K5
play w L5
play w N4
play w O4
21 reg_genmove w
#? [!D5]

# 22: run, broken, 31 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D6
play b F8
play b F15
play b G7
play b K5
play b N15
play b O6
play b P6
play w L17
play w N6
play w O5
play w P5
play w P7
play w Q5
play w Q6
play w R13
22 reg_genmove b
#? [O7]

# 23: chase, works, 59 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C16
play b C17
play b C18
play b D18
play b E8
play b E17
play b M3
play w C3
play w D16
play w D17
play w E3
play w E5
play w K3
play w O14
play w P14
23 reg_genmove b
#? [D15]

# 24: chase, broken, 20 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b E14
play b E15
play b E16
play b F13
play b F16
play b G12
play b G15
play b H14
play b P15
play b Q13
play w C4
play w C5
play w F14
play w F15
play w G13
play w G14
play w H13
play w M16
play w O8
play w O13
play w R14
24 reg_genmove b
#? [!H12|J13]

# 25: run, works, 50 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D10
play b E14
play b E15
play b E16
play b F13
play b F16
play b G15
play b L17
play w E6
play w F14
play w F15
play w G3
play w G7
play w L4
play w P16
play w R13
25 reg_genmove w
#? [!G14]

# 26: run, broken, 23 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C12
play b E4
play b E5
play b E6
play b F4
play b F7
play b G5
play b H6
play b M5
play w D14
play w F5
play w F6
play w G6
play w G14
play w L3
play w O12
play w P4
play w R8
26 reg_genmove w
#? [G7]

# 27: chase, works, 53 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C16
play b G17
play b J4
play b K17
play b O16
play b P7
play b P16
play b P17
play b Q17
play b R12
play w L3
play w O17
play w P15
play w P18
play w Q16
play w Q18
play w R10
play w R17
play w R18
27 reg_genmove w
#? [N16]

# 28: chase, broken, 26 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D16
play b E11
play b E13
play b F6
play b N7
play b N13
play b N14
play b O14
play b O15
play b P6
play b P15
play w M3
play w M14
play w N15
play w O4
play w O13
play w O16
play w P14
play w P16
play w Q15
play w Q16
28 reg_genmove w
#? [!M13|N12]

# 29: run, works, 58 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b B15
play b B16
play b B17
play b C17
play b D16
play b G6
play b L17
play w C16
play w H3
play w H5
play w K3
play w L16
play w M16
play w O11
29 reg_genmove w
#? [!C15]

# 30: run, broken, 27 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D3
play b D4
play b E4
play b E15
play b J14
play b M5
play b M12
play b N6
play b R4
play w C2
play w C3
play w C4
play w D2
play w D5
play w E3
play w F4
play w M3
play w P4
30 reg_genmove b
#? [E5]

# 31: chase, works, 49 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C6
play b D5
play b E7
play b L3
play b O13
play b O17
play b P6
play b P7
play b Q5
play b Q6
play w E10
play w F4
play w O6
play w P5
play w Q4
play w Q7
play w R4
play w R5
play w R6
31 reg_genmove w
#? [P8]

# 32: chase, broken, 30 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C2
play b C3
play b C4
play b C8
play b D2
play b D5
play b E3
play b F4
play b G14
play w C11
play w D3
play w D4
play w D16
play w E4
play w E5
play w E11
play w H15
play w O12
play w P5
32 reg_genmove b
#? [!E6|F5]

# 33: run, works, 48 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C16
play b D13
play b D17
play b K5
play b M7
play b N16
play b O16
play b O17
play b Q10
play w M4
play w M16
play w N17
play w O15
play w O18
play w P8
play w P16
play w P17
play w P18
33 reg_genmove b
#? [!N15]

# 34: run, broken, 35 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C14
play b D4
play b D5
play b D15
play b E4
play b E6
play b F4
play w C12
play w C16
play w E5
play w E14
play w O4
play w O15
play w Q9
34 reg_genmove w
#? [F5]

# 35: chase, works, 49 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b N5
play b N13
play b O4
play b O7
play b P3
play b P6
play b Q3
play b Q4
play b Q5
play b Q16
play w C6
play w C9
play w F7
play w L14
play w N6
play w O5
play w O6
play w P4
play w P5
play w Q12
play w R11
35 reg_genmove b
#? [M6]

# 36: chase, broken, 22 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b H5
play b O3
play b P2
play b P5
play b Q2
play b Q4
play b R2
play b R3
play b R17
play w C5
play w F5
play w G5
play w J11
play w O4
play w O17
play w P3
play w P4
play w P15
play w Q3
36 reg_genmove b
#? [!N4|O5]

# 37: run, works, 58 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C3
play b C15
play b D3
play b D4
play b E15
play b F14
play b G16
play b N7
play b R7
play w B2
play w B3
play w C2
play w C4
play w C11
play w D2
play w D5
play w D14
play w E3
37 reg_genmove b
#? [!E4]

# 38: run, broken, 25 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C15
play b C16
play b H3
play b J16
play b L9
play b N12
play b Q13
play b Q15
play w B15
play w B16
play w B17
play w C14
play w C17
play w D16
play w N13
play w R14
38 reg_genmove b
#? [D15]

# 39: chase, works, 55 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D6
play b D17
play b E7
play b E16
play b E17
play b H6
play b M3
play b M17
play b N16
play w C17
play w C18
play w D16
play w D18
play w E18
play w F17
play w G3
play w N15
39 reg_genmove w
#? [E15]

# 40: chase, broken, 34 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C10
play b D3
play b F14
play b G14
play b J5
play b L17
play b Q5
play b R17
play w E14
play w E15
play w F13
play w F15
play w G15
play w H3
play w N17
40 reg_genmove w
#? [!G13|H14]

# 41: run, works, 56 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C4
play b C5
play b D11
play b H15
play b H16
play b M6
play b O6
play b P3
play w B3
play w B4
play w B5
play w C3
play w C6
play w D4
play w F13
play w R3
41 reg_genmove b
#? [!D5]

# 42: run, broken, 35 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C10
play b D8
play b E16
play b E17
play b J7
play b P7
play b Q15
play b R14
play w D16
play w D17
play w D18
play w E15
play w E18
play w F17
play w H7
play w J6
42 reg_genmove b
#? [F16]

# 43: chase, works, 49 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b K17
play b N5
play b O4
play b O7
play b P4
play b P5
play b P6
play b Q12
play w E3
play w G4
play w N6
play w N16
play w N17
play w O5
play w O6
play w P10
play w R9
43 reg_genmove b
#? [M6]

# 44: chase, broken, 28 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b E14
play b F11
play b J6
play b L3
play b P7
play b Q14
play b R9
play b R14
play b R15
play w G14
play w Q5
play w Q15
play w R13
play w R16
play w S14
play w S15
play w S16
44 reg_genmove w
#? [!P14|Q13]

# 45: run, works, 50 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C9
play b C11
play b D7
play b D9
play b F5
play b F16
play b F17
play b J5
play w E8
play w E16
play w E17
play w E18
play w F15
play w F18
play w G17
play w Q13
45 reg_genmove b
#? [!G16]

# 46: run, broken, 27 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b E5
play b E6
play b E7
play b F5
play b F8
play b G6
play b H17
play b Q7
play w F6
play w F7
play w K3
play w M4
play w O8
play w O14
play w Q5
play w Q6
46 reg_genmove w
#? [G7]

# 47: chase, works, 47 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C14
play b C15
play b D13
play b D15
play b E12
play b E15
play b F14
play b N11
play b O17
play w D14
play w E4
play w E6
play w E13
play w E14
play w F3
play w F13
play w M15
play w N14
play w O12
47 reg_genmove b
#? [G13]

# 48: chase, broken, 22 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D8
play b D16
play b D17
play b D18
play b E15
play b E18
play b F17
play b H5
play w C4
play w E3
play w E5
play w E16
play w E17
play w F6
play w F16
play w M10
play w M17
48 reg_genmove b
#? [!F15|G16]

# 49: run, works, 52 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b B15
play b B16
play b B17
play b C14
play b C17
play b D13
play b D16
play b E15
play b M13
play b O17
play w C15
play w C16
play w D14
play w D15
play w L14
play w M14
play w N15
play w O16
play w P14
play w R9
49 reg_genmove w
#? [!E14]

# 50: run, broken, 25 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b J17
play b N14
play b O12
play b O15
play b P13
play b P14
play b P15
play b R10
play w C12
play w C14
play w F7
play w L4
play w O13
play w O14
play w P8
play w R4
50 reg_genmove w
#? [N13]

# 51: chase, works, 51 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b M17
play b N5
play b O4
play b P3
play b P6
play b Q3
play b Q4
play b Q5
play b R10
play w C5
play w H5
play w J4
play w O5
play w O6
play w P4
play w P5
play w Q9
play w R12
play w R16
51 reg_genmove b
#? [O7]

# 52: chase, broken, 30 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b M15
play b N6
play b O5
play b P4
play b P7
play b P12
play b Q4
play b Q5
play b Q6
play w C8
play w D7
play w E3
play w E14
play w M17
play w O6
play w O7
play w P5
play w P6
play w Q16
52 reg_genmove b
#? [!N7|O8]

# 53: run, works, 56 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C5
play b C8
play b H4
play b J3
play b L16
play b P3
play b P17
play w D7
play w O3
play w P2
play w Q2
play w Q3
play w Q4
play w R14
53 reg_genmove b
#? [!P4]

# 54: run, broken, 27 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C14
play b E6
play b E17
play b J4
play b M14
play b N7
play b R7
play w D5
play w D6
play w D7
play w E5
play w F6
play w P6
play w Q11
54 reg_genmove b
#? [E7]

# 55: chase, works, 51 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b J17
play b N5
play b O4
play b P4
play b P6
play b P14
play b Q4
play b Q5
play w E6
play w F3
play w F4
play w M14
play w O5
play w O6
play w O17
play w P5
play w P12
55 reg_genmove b
#? [O7]

# 56: chase, broken, 16 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D15
play b G16
play b J12
play b K8
play b K13
play b N3
play b P12
play b Q12
play b Q13
play b R13
play b R14
play w H11
play w M17
play w P13
play w Q11
play w Q14
play w R12
play w R15
play w S13
play w S14
play w S15
56 reg_genmove w
#? [!O12|P11]

# 57: run, works, 44 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b F3
play b G3
play b G4
play b G11
play b H4
play b K15
play b K16
play b L16
play b M16
play b Q5
play w C15
play w E2
play w E3
play w F2
play w F4
play w G2
play w G5
play w H3
play w J4
play w M3
57 reg_genmove b
#? [!H5]

# 58: run, broken, 35 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D9
play b P4
play b P13
play b Q4
play b Q6
play b R4
play b R5
play w C12
play w D8
play w F14
play w M3
play w Q5
play w Q13
play w R14
58 reg_genmove w
#? [P5]

# 59: chase, works, 51 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C11
play b E11
play b F5
play b G8
play b H3
play b H8
play b Q6
play b R5
play b R6
play w G6
play w H6
play w Q5
play w R4
play w R7
play w S4
play w S5
play w S6
59 reg_genmove w
#? [P6]

# 60: chase, broken, 26 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C5
play b C6
play b D5
play b D7
play b E5
play b E8
play b F6
play b M8
play b N5
play w D6
play w D15
play w E6
play w E7
play w F7
play w G16
play w L4
play w M4
play w M15
play w Q6
60 reg_genmove b
#? [!F8|G7]

# 61: run, works, 54 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C3
play b C4
play b O4
play b P3
play b P6
play b Q3
play b Q4
play b Q5
play w C6
play w E3
play w G3
play w H3
play w L14
play w P4
play w P5
play w R11
61 reg_genmove w
#? [!O5]

# 62: run, broken, 31 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C14
play b D7
play b D14
play b E5
play b L15
play b M5
play b M17
play b O17
play w B14
play w B15
play w C13
play w C15
play w D15
play w E14
play w K16
play w P14
62 reg_genmove b
#? [D13]

# 63: chase, works, 57 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C17
play b D16
play b D17
play b E16
play b O13
play b O14
play b O17
play b P13
play b Q11
play b R11
play w B17
play w B18
play w C16
play w C18
play w D15
play w D18
play w E17
play w K4
play w Q14
63 reg_genmove w
#? [F16]

# 64: chase, broken, 38 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D8
play b D11
play b F15
play b G5
play b H5
play b M15
play b Q5
play b R4
play b R5
play w H7
play w Q4
play w Q16
play w R3
play w R6
play w S3
play w S4
play w S5
64 reg_genmove w
#? [!P5|Q6]

# 65: run, works, 52 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b K3
play b O15
play b P13
play b P16
play b Q3
play b Q14
play b Q16
play b R15
play b R16
play w F17
play w G14
play w G16
play w K15
play w P4
play w P14
play w P15
play w Q15
play w R9
65 reg_genmove w
#? [!O14]

# 66: run, broken, 19 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D13
play b N14
play b O4
play b O12
play b O15
play b P13
play b P16
play b Q14
play b Q15
play b Q16
play w C13
play w H8
play w H17
play w L4
play w M5
play w N6
play w O13
play w O14
play w P14
play w P15
66 reg_genmove w
#? [N13]

# 67: chase, works, 53 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D16
play b D17
play b E5
play b E15
play b E17
play b F17
play b P15
play w C3
play w C9
play w E16
play w F4
play w F8
play w F16
play w K3
play w P17
67 reg_genmove b
#? [G16]

# 68: chase, broken, 38 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C12
play b H13
play b N14
play b O12
play b O15
play b P13
play b P15
play b Q14
play b Q15
play w C3
play w D13
play w K16
play w M3
play w M4
play w N13
play w O13
play w O14
play w P14
play w Q4
68 reg_genmove b
#? [!M13|N12]

# 69: run, works, 50 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b E13
play b E14
play b E15
play b F15
play b G14
play b J3
play b M14
play w C6
play w D6
play w F14
play w G7
play w N14
play w O14
play w Q10
69 reg_genmove w
#? [!F13]

# 70: run, broken, 39 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C9
play b C16
play b E12
play b F6
play b F7
play b G7
play b O8
play b Q8
play b R18
play w D10
play w E5
play w E6
play w E7
play w F5
play w F8
play w G6
play w G16
play w H7
70 reg_genmove b
#? [G8]

# 71: chase, works, 55 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b G5
play b M15
play b O17
play b P5
play b P12
play b Q4
play b Q5
play b R10
play b R12
play w E6
play w N13
play w P4
play w Q3
play w Q6
play w R3
play w R4
play w R5
71 reg_genmove w
#? [O5]

# 72: chase, broken, 26 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b G12
play b J16
play b K16
play b M16
play b O4
play b O5
play b P3
play b P4
play b P10
play b Q14
play w H3
play w N4
play w N17
play w O3
play w P2
play w P5
play w Q2
play w Q3
play w Q4
72 reg_genmove w
#? [!N5|O6]

# 73: run, works, 54 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D11
play b F3
play b L4
play b L17
play b M16
play b P5
play b Q5
play b Q11
play w C9
play w H5
play w O5
play w P4
play w Q4
play w Q6
play w R4
play w R5
73 reg_genmove b
#? [!P6]

# 74: run, broken, 29 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D13
play b D14
play b E12
play b E13
play b J17
play b K15
play b O5
play b O10
play b O13
play b Q10
play w C13
play w C14
play w C15
play w D12
play w D15
play w E11
play w E14
play w F13
play w M12
play w R7
74 reg_genmove b
#? [F12]

# 75: chase, works, 45 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b E5
play b E6
play b F5
play b F7
play b G5
play b G8
play b H6
play b H15
play b Q6
play w C15
play w E15
play w F6
play w G6
play w G7
play w H7
play w J3
play w J16
play w P6
play w R7
75 reg_genmove b
#? [J7]

# 76: chase, broken, 30 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D11
play b E4
play b J4
play b J13
play b M15
play b P16
play b Q4
play b R4
play w M16
play w P12
play w Q3
play w R3
play w R5
play w S3
play w S4
76 reg_genmove w
#? [!P4|Q5]

# 77: run, works, 58 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b F12
play b J15
play b P17
play b Q15
play b Q17
play b R16
play b R17
play w C10
play w D13
play w E16
play w F14
play w J17
play w Q16
play w R5
77 reg_genmove w
#? [!P16]

# 78: run, broken, 39 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C6
play b C17
play b M13
play b M17
play b N6
play b O5
play b O6
play b O13
play b P16
play w J3
play w M6
play w N5
play w O4
play w O7
play w P4
play w P5
play w P6
play w R9
78 reg_genmove b
#? [N7]

# 79: chase, works, 51 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b C3
play b C4
play b C5
play b C11
play b D3
play b D6
play b E4
play b E7
play b F5
play b M3
play w C10
play w D4
play w D5
play w E5
play w E6
play w F6
play w F13
play w K4
play w N3
play w N4
play w P3
79 reg_genmove b
#? [G6]

# 80: chase, broken, 38 moves
boardsize 19
clear_board
kgs-rules chinese
komi 7.5
play b D14
play b H16
play b L17
play b N10
play b O3
play b O4
play b O12
play b R11
play w H3
play w L13
play w N3
play w O2
play w P2
play w P3
play w P4
80 reg_genmove w
#? [!N4|O5]
