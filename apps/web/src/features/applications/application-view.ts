import type { CallValue } from '../../api-client/call.ts'

/** An application with its sections and its state, as `list-section` answers. */
export type ApplicationView = CallValue<'listSection'>

export type SectionView = ApplicationView['sections'][number]

/** What every screen of an application is given. */
export interface ScreenProps {
  readonly view: ApplicationView
  /** Reads the application again and leads on: to the screen named, else to what is left to do. */
  readonly goOn: (to?: ApplicationView['sections'][number]['sectionKey']) => Promise<void>
  /** Leads to a screen as it is. */
  readonly goTo: (section: ApplicationView['sections'][number]['sectionKey']) => void
  /** The way back to the screen before; none on the first. */
  readonly goBack: (() => void) | undefined
  /** Reads the application again and stays. */
  readonly refresh: () => Promise<ApplicationView | undefined>
}
