import { useId } from 'react'
import { Button } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import styles from './ImportPage.module.css'
import { findSamples } from './findSamples.ts'

type Props = Readonly<{ text: string; onAccept: () => void; onDiscard: () => void }>

/** Shows the letters of a file whose encoding is a guess, before anything else is done with it. */
export const EncodingQuestion = ({ text, onAccept, onDiscard }: Props) => {
  const t = useText()
  const titleId = useId()
  return (
    <div className={styles['question']} role="group" aria-labelledby={titleId}>
      <p id={titleId} className="strong" role="status">
        {t('listingImport.encoding.title')}
      </p>
      <p>{t('listingImport.encoding.text')}</p>
      <ul className={styles['samples']} aria-labelledby={titleId}>
        {findSamples(text).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="small q">{t('listingImport.encoding.help')}</p>
      <div className={styles['answers']}>
        <Button size="small" variant="contained" color="primary" onClick={onAccept}>
          {t('listingImport.encoding.accept')}
        </Button>
        <Button size="small" onClick={onDiscard}>
          {t('listingImport.encoding.discard')}
        </Button>
      </div>
    </div>
  )
}
