/** A page that is not there yet, in Spanish. */
export const es = {
  notAvailableTitle: 'Esta página aún no está disponible',
  notAvailable:
    'Estará lista pronto. Si la necesita hoy, llámenos o escríbanos: los datos están al pie de esta página.',
} as const
