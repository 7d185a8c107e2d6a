/** A stream that opens, fails and receives changes when a test says so. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static open: FakeEventSource[] = []
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  readyState = 0
  constructor() {
    super()
    FakeEventSource.open.push(this)
  }
  close() {
    this.readyState = FakeEventSource.CLOSED
    FakeEventSource.open = FakeEventSource.open.filter((one) => one !== this)
  }
  change(data: Readonly<Record<string, unknown>>) {
    this.dispatchEvent(new MessageEvent('change', { data: JSON.stringify(data) }))
  }
}
