import { useEffect, useState } from 'react'
import styles from './link-state-view.module.css'
import { linkText } from './messages.ts'

/** The picture that is about to be sent, to see whether it is sharp and whole; nothing for other files. */
export function ChosenPicture({ file }: { file: File | null }) {
  const [source, setSource] = useState<string>()
  useEffect(() => {
    if (file === null || !file.type.startsWith('image/')) return setSource(undefined)
    const url = URL.createObjectURL(file)
    setSource(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  if (source === undefined) return null
  return (
    <figure className={styles.preview}>
      <img src={source} alt={linkText('previewAlt')} />
      <figcaption>{linkText('previewCheck')}</figcaption>
    </figure>
  )
}
