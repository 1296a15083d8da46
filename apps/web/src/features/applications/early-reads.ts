import type { SectionKey } from '@dolphin/domain/applications/codes'
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
    const form = SECTION_FORM_CODES[section as SectionKey]
    if (form === undefined) loadScreenEarly(section)
    else readFormEarly(form)
  }, [])
}
