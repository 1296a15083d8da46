import { PNG } from 'pngjs'

/** Statements for tests, generated: two weeks' pay, rent and small purchases from 12/01/2025 to 02/27/2026. */
export const SAMPLE_CSV = [
  'Date,Description,Amount,Running Bal.',
  '12/05/2025,"PAYROLL, SAMPLE WORKS","1,850.00","2,350.00"',
  '12/08/2025,SAMPLE GROCERY,(84.20),"2,265.80"',
  '12/19/2025,"PAYROLL, SAMPLE WORKS","1,850.00","4,115.80"',
  '01/02/2026,"PAYROLL, SAMPLE WORKS","1,850.00","5,965.80"',
  '01/03/2026,SAMPLE RENT,-950.00,"5,015.80"',
  '01/16/2026,"PAYROLL, SAMPLE WORKS","1,850.00","6,865.80"',
  '01/30/2026,"PAYROLL, SAMPLE WORKS","1,850.00","8,715.80"',
  '02/03/2026,SAMPLE RENT,-950.00,"7,765.80"',
  '02/13/2026,"PAYROLL, SAMPLE WORKS","1,850.00","9,615.80"',
  '02/27/2026,"PAYROLL, SAMPLE WORKS","1,850.00","11,465.80"',
  '',
].join('\n')

/** A picture with a gradient, so that its data do not pack to nothing. */
export function samplePng(width = 40, height = 30): Uint8Array {
  const picture = new PNG({ width, height })
  picture.data.forEach((_, at) => {
    picture.data[at] = at % 4 === 3 ? 255 : (at * 7) % 256
  })
  return new Uint8Array(PNG.sync.write(picture))
}

/** A picture of 16 × 12 points as a browser writes it. */
export const sampleJpeg = (): Uint8Array =>
  new Uint8Array(
    Buffer.from(
      [
        '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62r',
        'Z4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk',
        'pKT/wAARCAAMABADASIAAhEBAxEB/8QAFwAAAwEAAAAAAAAAAAAAAAAAAAIDBP/EAB4QAQACAgEFAAAAAAAAAAAAAAECAwARBCEiMVFx',
        '/8QAFAEBAAAAAAAAAAAAAAAAAAAABP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKc/nW8a6MIRgjHfcPtzbTNsprm6',
        '3KIuvmE6arHc64SfG5RHGAiAAB0AxI7/2Q==',
      ].join(''),
      'base64',
    ),
  )

/** As much of a PDF as tells what it is. */
export const samplePdf = (): Uint8Array => new Uint8Array(Buffer.from('%PDF-1.7\n%%EOF\n'))
