import { Button } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { CopyButton } from '../../components/action/CopyButton.tsx'
import styles from '../Account.module.css'

/** Shown only once. Printing the page prints only the codes. */
export const RecoveryCodes = ({
  codes,
  email,
  onKept,
}: {
  codes: readonly string[]
  email: string
  onKept: () => void
}) => {
  const t = useText()
  return (
    <div
      className={styles['body']}
      role="group"
      aria-label={t('account.security.totp.codes')}
      data-print="alone"
    >
      <div>
        <h3>{t('account.security.totp.codes')}</h3>
        <p className="q">{t('account.security.totp.codesText')}</p>
      </div>
      <p className={styles['onlyPrint']}>{t('account.security.totp.printTitle', { email })}</p>
      <ol className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles['actions']} data-print="hide">
        <Button variant="contained" color="primary" onClick={onKept}>
          {t('account.security.totp.kept')}
        </Button>
        <CopyButton text={codes.join('\n')} label={t('account.security.totp.copy')} />
        <Button variant="text" onClick={() => print()}>
          {t('account.security.totp.print')}
        </Button>
      </div>
    </div>
  )
}
