import { useEffect, useRef, useState } from 'react'

const FIRST_WIDTH = 640

/** A drawing as wide as its place, so that its text is as large as the text around it. Pixels. */
export function useWidth() {
  const svg = useRef<SVGSVGElement>(null)
  const [width, setWidth] = useState(FIRST_WIDTH)
  useEffect(() => {
    if (!svg.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(svg.current)
    return () => observer.disconnect()
  }, [])
  return { svg, width }
}
