/** The error pages, in Spanish. */
export const es = {
  notFoundTitle: 'No encontramos esa página',
  notFound: 'La dirección está mal escrita o la página ya no existe. Lo que escribió no se pierde.',
  forbiddenTitle: 'Esta página no está abierta para usted',
  forbidden: 'Quizás entró con otra cuenta. Inicie sesión de nuevo o llámenos.',
  failedTitle: 'Algo salió mal de nuestro lado',
  failed: 'Sus datos están seguros. Intente de nuevo en un momento. Si vuelve a pasar, llámenos.',
  code: 'Código {code}',
  goHome: 'Ir a su página de inicio',
  goSignIn: 'Ir a iniciar sesión',
} as const
