import { impersonationTexts } from '../en/impersonation.ts'
import { addTexts } from '../i18nProvider.ts'

addTexts({ impersonation: impersonationTexts })
