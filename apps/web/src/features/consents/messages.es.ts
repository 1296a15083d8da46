/** Consents, in Spanish. */
export const es = {
  title: 'Sus consentimientos',
  lead: 'Lea cada uno y elija. Puede cambiar su decisión más adelante.',
  summaryTitle: 'Hay un problema',
  save: 'Guardar y continuar',
  saved: 'Sus decisiones están guardadas.',
  outdated: 'Algunos textos cambiaron desde la última vez que aceptó. Léalos de nuevo, por favor.',
  loading: 'Cargando…',
} as const
