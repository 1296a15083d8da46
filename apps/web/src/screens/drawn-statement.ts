const WIDTH = 600
const HEIGHT = 780
const MARGIN = 40
const LINE = 26

/** A picture of a statement as a phone would take it, with no bank and no person in it. */
export async function drawnStatement(): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')
  if (pen !== null) draw(pen)
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  return new File(picture === null ? [] : [picture], 'statement-photo.png', { type: 'image/png' })
}

function draw(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = '#fbfaf6'
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = '#222222'
  pen.font = '24px sans-serif'
  pen.fillText('Sample Bank · ••••6789', MARGIN, 60)
  pen.font = '15px sans-serif'
  for (let row = 0; row < 24; row += 1) {
    const y = 110 + row * LINE
    pen.fillText(`03/${String(row + 1).padStart(2, '0')}/2026`, MARGIN, y)
    pen.fillText(row % 7 === 4 ? 'PAYROLL, SAMPLE WORKS' : `SAMPLE GROCERY ${row}`, 160, y)
    pen.fillText(row % 7 === 4 ? '1,850.00' : '-12.40', 480, y)
  }
}
