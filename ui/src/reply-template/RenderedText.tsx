import styles from './RenderedText.module.css'

type Props = { label: string; text: string; /** What is missing in it. */ note: string | undefined }

/** A text as the guest will read it. */
export const RenderedText = ({ label, text, note }: Props) => (
  <section aria-label={label} aria-live="polite">
    <p className={styles['text']}>{text}</p>
    {note !== undefined && <p className="small q">{note}</p>}
  </section>
)
