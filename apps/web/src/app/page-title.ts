import { useEffect } from 'react'
import { bootData } from './boot.ts'
import { appText } from './messages.ts'

/** Writes the window's title: page first, brand last; "Error: " before it while a form has errors (GOV.UK). */
export function usePageTitle(title: string, hasErrors = false): void {
  useEffect(() => {
    const shown = hasErrors ? appText('errorTitlePrefix', { title }) : title
    document.title = `${shown} | ${bootData().portfolio.brandName}`
  }, [title, hasErrors])
}
