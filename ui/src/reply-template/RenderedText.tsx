import type { TemplateValues } from '@hearth/contracts/reply-template'
import { FilledText } from './FilledText.tsx'
import styles from './RenderedText.module.css'

type Props = {
  label: string
  body: string
  values: TemplateValues
  /** What is missing in it. */
  note: string | undefined
}

/** A text as the guest will read it, in a box. */
export const RenderedText = ({ label, note, ...text }: Props) => (
  <section aria-label={label} aria-live="polite">
    <p className={styles['text']}>
      <FilledText {...text} />
    </p>
    {note !== undefined && <p className="small q">{note}</p>}
  </section>
)
