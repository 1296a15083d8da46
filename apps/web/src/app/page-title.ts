import { useEffect } from 'react'
import { bootData } from './boot.ts'
import { appText } from './messages.ts'

let page = { title: '', hasErrors: false }
/** Forms within the page that have errors now, besides the page's own. */
let faultyForms = 0

function writeTitle(): void {
  const { title } = page
  const shown = page.hasErrors || faultyForms > 0 ? appText('errorTitlePrefix', { title }) : title
  document.title = `${shown} | ${bootData().portfolio.brandName}`
}

/** Writes the window's title: page first, brand last; "Error: " before it while a form has errors (GOV.UK). */
export function usePageTitle(title: string, hasErrors = false): void {
  useEffect(() => {
    page = { title, hasErrors }
    writeTitle()
  }, [title, hasErrors])
}

/** Prefixes the page's title with "Error: " while a form on the page has errors, regardless of the title's source. */
export function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => {
    if (!hasErrors) return
    faultyForms += 1
    writeTitle()
    return () => {
      faultyForms -= 1
      writeTitle()
    }
  }, [hasErrors])
}
