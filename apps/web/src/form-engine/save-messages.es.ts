/** Whether a save is through, in Spanish. */
export const es = {
  saveWaits:
    'No pudimos llegar a nuestro servidor. Lo que escribió sigue aquí. Lo guardamos en cuanto se pueda.',
  stepSaving: 'Guardando…',
  stepSaved: 'Guardado. Puede parar aquí y seguir después en cualquier equipo.',
  stepWaiting: 'Sin conexión. Lo que escribió sigue en este equipo. Lo guardamos en cuanto se pueda.',
} as const
