import { SectionKey } from '@dolphin/domain/applications/codes'
import { SECTION_FORM_CODES } from '@dolphin/domain/applications/sections'
import { useEffect } from 'react'
import { loadScreenEarly } from '../../app/origination-screens.ts'
import { readFormEarly } from './use-section-form.ts'

/**
 * What the step in the address needs is asked for beside the application, not after it. Whether the step may be shown
 * is decided by the application alone.
 */
export function useEarlyReads(): void {
  useEffect(() => {
    const section = new URLSearchParams(location.search).get('section') ?? undefined
    const shown = section === SectionKey.summary ? CONFIRMED : [section as SectionKey]
    const forms = shown.flatMap((key) => SECTION_FORM_CODES[key] ?? [])
    for (const form of forms) readFormEarly(form)
    if (SECTION_FORM_CODES[section as SectionKey] === undefined) loadScreenEarly(section)
  }, [])
}

/** What the confirmation shows of an application, in its order. */
const CONFIRMED: readonly SectionKey[] = [SectionKey.employment, SectionKey.bank, SectionKey.question]
