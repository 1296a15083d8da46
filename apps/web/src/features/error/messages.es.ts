/** The error pages, in Spanish. */
export const es = {
  notFoundTitle: 'No encontramos esa página',
  notFound:
    'La dirección puede estar mal escrita o la página puede haber cambiado de lugar. No se pierde nada de lo que escribió antes.',
  forbiddenTitle: 'Esta página no está abierta para usted',
  forbidden: 'Quizás entró con otra cuenta. Inicie sesión de nuevo o llámenos y le ayudamos.',
  failedTitle: 'Algo salió mal de nuestro lado',
  failed: 'Sus datos guardados están seguros. Intente de nuevo en un momento. Si vuelve a pasar, llámenos.',
  code: 'Código {code}',
  goHome: 'Ir a su página de inicio',
  goSignIn: 'Ir a iniciar sesión',
  notAvailableTitle: 'Esta página aún no está disponible',
  notAvailable:
    'Todavía la estamos creando. Si la necesita hoy, llámenos o escríbanos: los datos están al pie de esta página.',
} as const
