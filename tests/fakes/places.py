"""The places of a small campus, as one student sees them."""

from fidedigno.plan.places import ACTIVITY, COURSE, GROUP, Place, Places

MADRID = "Europe/Madrid"
BD = Place(COURSE, "bd", "Bases de Datos", ("BD", "Databases"), timezone=MADRID)
REDES = Place(COURSE, "redes", "Redes de Computadores", ("Redes", "Networks"), timezone="Atlantic/Canary")
P1 = Place(ACTIVITY, "p1", "Práctica 1", ("Assignment 1", "esquema y consultas SQL"), {COURSE: "bd"})
P2 = Place(ACTIVITY, "p2", "Práctica 2", ("Assignment 2",), {COURSE: "bd"})
MEMO = Place(ACTIVITY, "memo", "Memoria de laboratorio", ("Lab report",), {COURSE: "redes"})
QUIZ_BD = Place(ACTIVITY, "quiz-bd", "Cuestionario final", ("Final quiz",), {COURSE: "bd"})
QUIZ_REDES = Place(ACTIVITY, "quiz-redes", "Cuestionario final", ("Final quiz",), {COURSE: "redes"})
GROUP_A = Place(GROUP, "A", "Grupo A", ("Group A",), {COURSE: "bd"}, own=True)
GROUP_B = Place(GROUP, "B", "Grupo B", ("Group B",), {COURSE: "bd"})

CAMPUS = Places((BD, REDES, P1, P2, MEMO, QUIZ_BD, QUIZ_REDES, GROUP_A, GROUP_B))
ONE_COURSE = Places((BD, P1, GROUP_A))
NOWHERE = Places()
