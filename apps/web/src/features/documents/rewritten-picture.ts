/** Enough to read small print on a page, and far below the server's 40 million points. */
const LONGEST_SIDE = 2_200
/** A photo of a card stays sharp, at a tenth of the size. */
const JPEG_QUALITY = 0.85

const ENDINGS = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const

/**
 * A photo as the camera makes it (JPEG, HEIC), upright and written anew; without place or device, which a camera writes
 * into its files. Undefined where the browser cannot read it.
 */
export async function rewrittenPicture(
  photo: File,
  type: keyof typeof ENDINGS,
  name: string,
): Promise<File | undefined> {
  try {
    const picture = await createImageBitmap(photo)
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    draw(canvas, picture)
    picture.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY))
    return blob === null ? undefined : new File([blob], `${name}.${ENDINGS[type]}`, { type })
  } catch {
    return undefined
  }
}

/** On white: a JPEG shows what is transparent in black. */
function draw(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  const pen = canvas.getContext('2d')
  if (pen === null) return
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
}
