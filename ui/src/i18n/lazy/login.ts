import { loginTexts } from '../en/login.ts'
import { addTexts } from '../i18nProvider.ts'

addTexts({ login: loginTexts })
