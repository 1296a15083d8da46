/** The error pages, in Spanish. */
export const es = {
  notFoundTitle: 'No encontramos esa página',
  notFound:
    'Quizás la dirección está mal escrita o la página cambió de lugar. Sus respuestas están guardadas.',
  forbiddenTitle: 'No tiene acceso a esta página',
  forbidden: 'Quizás entró con otra cuenta. Inicie sesión de nuevo o llámenos para ayudarle.',
  failedTitle: 'Algo salió mal de nuestro lado',
  failed: 'Sus datos están seguros. Intente de nuevo en un momento. Si vuelve a pasar, llámenos.',
  code: 'Código {code}',
  goHome: 'Ir a su página de inicio',
  goSignIn: 'Ir a iniciar sesión',
} as const
