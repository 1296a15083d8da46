/** What comes after the first paint, in Spanish. */
export const es = {
  close: 'Cerrar',
  popupSuccessful: 'Listo',
  popupError: 'Error',
  popupWarning: 'Aviso',
  sessionEndsTitle: '¿Sigue ahí?',
  sessionEnds: 'Para proteger sus datos, cerraremos su sesión en {time}. Lo que escribió queda guardado.',
  staySignedIn: 'Seguir en la sesión',
  loanMoved: 'El estado de su préstamo cambió. Esta página ya está al día.',
  cutOffPassed: 'La hora límite ya pasó. Esta página muestra la nueva fecha.',
  messageArrived: 'Tiene un mensaje nuevo de nosotros.',
} as const
