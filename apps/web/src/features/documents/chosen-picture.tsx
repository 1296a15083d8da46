import { useCallback } from 'react'
import { sendingText } from './sending-messages.ts'
import styles from './sending.module.css'

/** The picture that is about to be sent, to see whether it is sharp and whole; nothing for other files. */
export function ChosenPicture({ file }: { file: File | null }) {
  const show = useCallback(
    (picture: HTMLImageElement) => {
      if (file === null) return undefined
      const url = URL.createObjectURL(file)
      picture.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  if (file === null || !file.type.startsWith('image/')) return null
  return (
    <figure className={styles.preview}>
      <img ref={show} alt={sendingText('previewAlt')} />
      <figcaption>{sendingText('previewCheck')}</figcaption>
    </figure>
  )
}
