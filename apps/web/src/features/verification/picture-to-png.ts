/** Enough to read small print on a page, and far below the server's 40 million points. */
const LONGEST_SIDE = 2_200

/**
 * A photo as the camera makes it (JPEG, HEIC) written anew as PNG, the only picture that is taken; without place or
 * device, which a camera writes into its files. Undefined where the browser cannot read it.
 */
export async function pictureToPng(photo: File): Promise<File | undefined> {
  try {
    const picture = await createImageBitmap(photo)
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    return blob === null ? undefined : new File([blob], 'statement-photo.png', { type: 'image/png' })
  } catch {
    return undefined
  }
}
