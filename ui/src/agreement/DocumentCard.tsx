import { useEffect, useRef } from 'react'
import type { AgreementText } from '@hearth/contracts/agreement'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import styles from './Agreement.module.css'

/** The fee and how to end the agreement, in plain words. */
export const SummaryCard = ({ text: { summary } }: { text: AgreementText }) => {
  const t = useText()
  return (
    <Card title={t('agreement.plain')}>
      <dl className={styles['summary']}>
        {summary.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** The whole text. `onEnd` is called when its last line comes into view. */
export const DocumentCard = ({
  text: { parties, clauses },
  note,
  onEnd,
}: {
  text: AgreementText
  note: string
  onEnd: () => void
}) => {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLParagraphElement>(null)
  const latestOnEnd = useRef(onEnd)
  useEffect(() => {
    latestOnEnd.current = onEnd
  })
  useEffect(() => {
    if (end.current === null) return undefined
    const seen = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latestOnEnd.current(),
      { root: box.current },
    )
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [])
  return (
    <Card title={t('agreement.document')} note={note}>
      <div
        ref={box}
        className={styles['text']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must scroll it
        tabIndex={0}
        role="region"
        aria-label={t('agreement.document')}
      >
        {parties.map(({ role, name, address }) => (
          <p key={role}>{t('agreement.party', { role, name, address })}</p>
        ))}
        {clauses.map(({ heading, paragraphs }, index) => (
          <div key={heading}>
            <h3>
              {index + 1}. {heading}
            </h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="q">
                {paragraph}
              </p>
            ))}
          </div>
        ))}
        <p ref={end} className="cap c">
          Hearth
        </p>
      </div>
    </Card>
  )
}
