/** Applying again, in Spanish. */
export const es = {
  title: 'Solicite un préstamo nuevo',
  lead: 'Esto es lo que nos dijo la última vez. Marque cada parte que sigue igual.',
  stillRight: '{what}: sigue igual',
  next: 'Le preguntaremos de nuevo por las demás partes, con sus últimas respuestas ya escritas.',
  goOn: 'Continuar',
  saving: 'Empezando su solicitud…',
} as const
