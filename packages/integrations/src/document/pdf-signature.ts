import type { SignatureBlock, SignatureMark } from '@dolphin/domain/documents/document-model'
import { BODY, INK, PAGE, type Pen, STRONG, type TextStyle } from './pdf-pen.ts'

const MARK = { width: 260, height: 54 } as const
const SCRIPT: TextStyle = { font: 'script', size: 24 }

/** The role, the mark on its line and the printed name. An unsigned line stays empty. */
export function drawSignature(pen: Pen, { role, name, mark }: SignatureBlock): void {
  pen.reserve(130)
  pen.text(pen.root, 'P', {
    text: role,
    place: { x: PAGE.margin, y: pen.document.y + 6, width: MARK.width },
    style: STRONG,
  })
  const top = pen.document.y + 2
  drawMark(pen, name, mark, top)
  pen.decorate((document) => {
    const y = top + MARK.height
    document
      .lineWidth(1)
      .moveTo(PAGE.margin, y)
      .lineTo(PAGE.margin + MARK.width, y)
      .stroke(INK.text)
  })
  pen.text(pen.root, 'P', {
    text: name,
    place: { x: PAGE.margin, y: top + MARK.height + 4, width: MARK.width },
    style: BODY,
  })
  pen.document.y += 10
}

function drawMark(pen: Pen, name: string, mark: SignatureMark | undefined, top: number): void {
  if (mark === undefined) return
  if (mark.kind === 'typed') {
    // A long name gets smaller letters instead of a second line through the rule below it.
    const fits = [24, 20, 16, 12, 9].find(
      (size) => pen.height(mark.text, MARK.width, { ...SCRIPT, size }) < 2 * size,
    )
    const size = fits ?? 7
    const y = top + MARK.height - size * 1.4
    return pen.text(pen.root, 'P', {
      text: mark.text,
      place: { x: PAGE.margin, y, width: MARK.width },
      style: { ...SCRIPT, size },
    })
  }
  const scale = Math.min(MARK.width / mark.width, MARK.height / mark.height)
  const { document } = pen
  const bbox: [number, number, number, number] = [
    PAGE.margin,
    top,
    PAGE.margin + mark.width * scale,
    top + mark.height * scale,
  ]
  const draw = () => {
    document.save()
    document.lineWidth(1.5).lineCap('round').lineJoin('round').strokeColor(INK.text)
    for (const [first, ...rest] of mark.strokes) {
      if (first === undefined) continue
      document.moveTo(PAGE.margin + first.x * scale, top + first.y * scale)
      // A dot is a stroke of no length; the round cap makes it visible.
      for (const { x, y } of rest.length === 0 ? [first] : rest) {
        document.lineTo(PAGE.margin + x * scale, top + y * scale)
      }
    }
    document.stroke()
    document.restore()
  }
  // A variable, because the published types do not know the two layout attributes that PDF/UA asks for.
  const options = { alt: `Handwritten signature of ${name}`, bbox, placement: 'Block' }
  pen.root.add(document.struct('Figure', options, [draw]))
}
