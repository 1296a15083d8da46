import { type ReactNode, useEffect, useRef } from 'react'

let pagesShown = 0

/** The heading of a page: names the window, and takes focus when the page replaces another one. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Desk`
  }, [title])
  useEffect(() => {
    pagesShown += 1
    if (pagesShown > 1) heading.current?.focus()
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
      {children}
    </h1>
  )
}
