import type { ImportedEntry, ImportKind, Span } from '@hearth/contracts/calendar'
import { nightsBetween, type LocalDate } from '@hearth/contracts/kernel/dates'

/** What the nights of an entry have in common. */
export type Label = Readonly<{ uid: string; kind: ImportKind; reference: string | null }>

/** Gathers the nights of a calendar's entries by their ids. */
export const createCollector = (today: LocalDate) => {
  const found = new Map<string, ImportedEntry>()
  const replacements: (() => void)[] = []
  const markers: Readonly<{ label: Label; span: Span; of: 'arrival' | 'departure' }>[] = []

  const put = (uid: string, { kind, reference }: Label, { start, end }: Span) =>
    void found.set(uid, { uid, kind, reference, start, end })
  /** Several entries can share an id; further ones are distinguished by their nights. */
  const add = (uid: string, label: Label, span: Span) => {
    const same = found.get(uid)
    const isNew = same === undefined || (same.start === span.start && same.end === span.end)
    if (isNew) return put(uid, label, span)
    const other = found.get(`${uid}/${span.start}`)
    put(`${uid}/${span.start}${other === undefined ? '' : `/${span.end}`}`, label, span)
  }
  const isMarkerOf = ({ span, of }: (typeof markers)[number]) =>
    nightsBetween(span.start, span.end) === 1 &&
    [...found.values()].some(({ start, end }) => (of === 'arrival' ? start : end) === span.start)

  return {
    addSingle: (label: Label, span: Span): void => add(label.uid, label, span),
    addOccurrence: (label: Label, day: LocalDate, span: Span): void =>
      add(`${label.uid}/${day}`, label, span),
    /** Another time of one occurrence, or none. */
    replace: (label: Label, day: LocalDate, span: Span | undefined): void => {
      const key = `${label.uid}/${day}`
      replacements.push(() => void (span === undefined ? found.delete(key) : put(key, label, span)))
    },
    /** A day that another entry explains: it takes a night only where no entry begins or ends on it. */
    addMarker: (label: Label, span: Span, of: 'arrival' | 'departure'): void =>
      void markers.push({ label, span, of }),
    /** The entries that end after today. */
    finish: (): ImportedEntry[] => {
      for (const replace of replacements) replace()
      const alone = markers.filter((marker) => !isMarkerOf(marker))
      for (const { label, span } of alone) add(label.uid, label, span)
      return [...found.values()].filter(({ end }) => end > today)
    },
  }
}
export type Collector = ReturnType<typeof createCollector>
