import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './messages.es.ts'

export const errorText = defineMessages(
  {
    notFoundTitle: 'We cannot find that page',
    notFound: 'The address may be mistyped, or the page may have moved. Your answers are safe.',
    forbiddenTitle: 'You do not have access to this page',
    forbidden: 'You may be signed in to another account. Sign in again, or call us and we will help.',
    failedTitle: 'Something went wrong on our side',
    failed: 'Your saved details are safe. Please try again in a moment. If it happens again, call us.',
    code: 'Code {code}',
    goHome: 'Go to your home page',
    goSignIn: 'Go to sign in',
  },
  { es },
)
