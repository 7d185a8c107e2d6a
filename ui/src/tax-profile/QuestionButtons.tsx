import { Button } from '@mui/material'
import { SubmitButton } from '../components/form/SubmitButton.tsx'
import { useText } from '../i18n/text.ts'
import styles from './TaxProfile.module.css'

type Props = Readonly<{
  form: Readonly<{ body: unknown; pending: boolean }>
  onBack: (() => void) | undefined
  children: string
}>

/** Goes on, or back to the question before. */
export const QuestionButtons = ({ form, onBack, children }: Props) => {
  const t = useText()
  return (
    <div className={styles['buttons']}>
      <SubmitButton form={form}>{children}</SubmitButton>
      {onBack !== undefined && <Button onClick={onBack}>{t('taxProfile.back')}</Button>}
      <span className="small q">{t('taxProfile.later')}</span>
    </div>
  )
}
