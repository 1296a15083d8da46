/** What the server says in the page before the first call. */
export interface DeskSettings {
  /** Stands before the path of every call. */
  readonly gatewayPrefix: string
  /** Development and test have demonstration staff; production has not. */
  readonly mode: 'development' | 'test' | 'production'
  /** What staff call the company's provider of single sign-on; undefined where there is none. */
  readonly signOn: string | undefined
}

/** Reads the settings from the page's head; of a page that a development build serves, the usual ones. */
export function deskSettings(): DeskSettings {
  const {
    gatewayPrefix = '/fssapi',
    mode = 'development',
    signOn,
  } = document.querySelector<HTMLMetaElement>('meta[name="desk"]')?.dataset ?? {}
  return { gatewayPrefix, mode: mode as DeskSettings['mode'], signOn }
}

/** True where no money is real. */
export const isDemonstration = (): boolean => deskSettings().mode !== 'production'
