import { renderParts, type TemplateValues } from '@hearth/contracts/reply-template'
import styles from './RenderedText.module.css'

/** A text as the guest will read it, with what was filled in marked. */
export const FilledText = ({ body, values }: { body: string; values: TemplateValues }) =>
  renderParts(body, values).map(({ text, isValue }, index) =>
    isValue ? (
      <mark key={index} className={styles['value']}>
        {text}
      </mark>
    ) : (
      text
    ),
  )
