/** Whether a save is through, in Spanish. */
export const es = {
  saveWaits:
    'No pudimos comunicarnos con el servidor. Sus respuestas están guardadas en este dispositivo. Las enviaremos en cuanto podamos.',
  stepSaving: 'Guardando…',
  stepSaved: 'Guardado. Puede parar aquí y seguir después en cualquier dispositivo.',
  stepWaiting:
    'Sin conexión. Sus respuestas están guardadas en este dispositivo. Las enviaremos en cuanto podamos.',
} as const
