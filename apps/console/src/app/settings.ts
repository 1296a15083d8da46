/** What the server says in the page before the first call. */
export interface DeskSettings {
  /** Stands before the path of every call. */
  readonly gatewayPrefix: string
  /** Development and test have demonstration staff; production has not. */
  readonly mode: 'development' | 'test' | 'production'
}

/** Reads the settings from the page's head; of a page that a development build serves, the usual ones. */
export function deskSettings(): DeskSettings {
  const { gatewayPrefix = '/fssapi', mode = 'development' } =
    document.querySelector<HTMLMetaElement>('meta[name="desk"]')?.dataset ?? {}
  return { gatewayPrefix, mode: mode as DeskSettings['mode'] }
}

/** True where no money is real. */
export const isDemonstration = (): boolean => deskSettings().mode !== 'production'
