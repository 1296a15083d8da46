import { Popup } from '@dolphin/ui/popup/popup'
import { Snackbar } from '@dolphin/ui/snackbar/snackbar'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { announcedNow, closePopup, closeSnackbar, subscribeAnnounced } from '../announcements.tsx'
import { laterText } from './messages.ts'

const TITLES = { successful: 'popupSuccessful', error: 'popupError', warning: 'popupWarning' } as const

/** The one snackbar and the one popup of the window. */
export function AnnouncementsView() {
  const { snackbar, popup } = useSyncExternalStore(subscribeAnnounced, announcedNow)
  const kind = popup?.kind ?? 'warning'
  return (
    <>
      <Snackbar
        round={snackbar.round}
        message={useOnceListening(snackbar.message)}
        tone={snackbar.tone}
        closeLabel={laterText('close')}
        onClose={closeSnackbar}
      />
      <Popup
        open={popup !== undefined}
        kind={kind}
        title={laterText(TITLES[kind])}
        closeLabel={laterText('close')}
        onClose={closePopup}
      >
        <p>{popup?.message}</p>
      </Popup>
    </>
  )
}

/** A live region is heard only for what changes in it, so it stands empty for a moment before its first words. */
function useOnceListening(message: string): string {
  const [listening, setListening] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setListening(true), 50)
    return () => clearTimeout(timer)
  }, [])
  return listening ? message : ''
}
