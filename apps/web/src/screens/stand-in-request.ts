/** How much of a file is sent when no response comes. */
const SENT = { loaded: 60, total: 100 }

/** What `sendWithProgress` uses of XMLHttpRequest, answered by the fetch that stands in for the server. */
export class StandInRequest extends EventTarget {
  readonly upload = new EventTarget()
  responseText = ''
  #asked: { readonly method: string; readonly path: string } = { method: 'GET', path: '' }

  open(method: string, path: string): void {
    this.#asked = { method, path }
  }

  setRequestHeader(): void {
    // The headers are not read
  }

  getResponseHeader(): null {
    return null
  }

  abort(): void {
    this.dispatchEvent(new Event('abort'))
  }

  send(): void {
    this.upload.dispatchEvent(new ProgressEvent('progress', SENT))
    const { method, path } = this.#asked
    void fetch(path, { method })
      .then((answer) => answer.text())
      .then(
        (text) => {
          this.responseText = text
          this.dispatchEvent(new Event('load'))
        },
        () => this.dispatchEvent(new Event('error')),
      )
  }
}
