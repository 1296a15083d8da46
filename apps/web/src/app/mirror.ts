import { storeTokens } from '../api-client/session.ts'
import { memoryStorage } from '../storage/memory-storage.ts'

/**
 * Lets the pages stand as their borrower sees them, for an employee of the lender: every call names the view, and nothing
 * that the pages keep outlives them. No channel is open. The server refuses what would write. Source:
 * docs/design/console.md, Mirror. Each form whose button would write says that it cannot be sent here.
 */
export function enterMirror(mirrorNo: string): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, value: memoryStorage() })
  storeTokens({ accessToken: mirrorNo, userCredential: 'mirror' })
  labelForms()
  new MutationObserver(labelForms).observe(document.body, { childList: true, subtree: true })
}

/** To the employee, whatever language the borrower's pages are in. */
const LABEL = 'In a view you cannot do this.'

/** Forms that a page marks with `data-looks` only look something up. */
function labelForms(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[type="submit"]')) {
    const { form } = button
    if (form === null || 'looks' in form.dataset || form.querySelector(':scope > [data-view]') !== null)
      continue
    const label = document.createElement('p')
    label.dataset['view'] = ''
    label.lang = 'en'
    label.textContent = LABEL
    form.append(label)
  }
}
