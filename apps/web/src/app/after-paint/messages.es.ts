/** What comes after the first paint, in Spanish. */
export const es = {
  popupSuccessful: 'Listo',
  popupError: 'Error',
  popupWarning: 'Aviso',
  sessionEndsTitle: '¿Sigue ahí?',
  sessionEnds: 'Para proteger sus datos, cerraremos su sesión en {time}. Lo que escribió queda guardado.',
  staySignedIn: 'Seguir en la sesión',
} as const
