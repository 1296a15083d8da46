/** Consents, in Spanish. */
export const es = {
  title: 'Sus consentimientos',
  lead: 'Lea cada uno y elija. Puede volver y cambiar su decisión más adelante.',
  summaryTitle: 'Hay un problema',
  givenTitle: 'Lo que usted aceptó',
  given: 'Usted aceptó.',
  givenOn: 'Usted aceptó el {date}.',
  givenOutdated: 'El texto cambió desde entonces.',
  save: 'Guardar y continuar',
  saved: 'Sus decisiones están guardadas.',
  outdated: 'Algunos textos cambiaron desde la última vez que aceptó. Léalos de nuevo, por favor.',
  loading: 'Cargando…',
} as const
