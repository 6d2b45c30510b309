import {
  becomeMember,
  emailField,
  expect,
  expectProfile,
  expectMessage,
  fillSignIn,
  newAddress,
  open,
  otherPassword,
  password,
  passwordField,
  signIn,
  signOut,
  signUp,
  test,
} from '#tests/journeys/accounts.ts'
import { account, problemText } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'
import { progress } from '#web/text/en/progress.ts'

// These texts are typed word for word from spec §5 and §8, so that the tests fail if a text is changed.
const blank = 'Please enter both email and password.'
const badAddress = 'Please enter a valid email address.'
const shortPassword = 'Password must be at least 6 characters long.'
const incorrect = 'The email or password you entered is incorrect. Please check your credentials and try again.'

test.describe('Camille', () => {
  test('signs up, sees the profile, signs out to the home page, and signs in again', async ({ page }) => {
    const email = newAddress()
    const banner = page.getByRole('banner')
    await open(page, '/certifications')
    await banner.getByRole('link', { name: 'Sign In' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible()
    await page.getByRole('link', { name: account.create }).click()
    await signUp(page, email)
    await expectProfile(page, email)
    await expect(page).toHaveTitle('Profile, Praxam')
    await expect(page.getByText('Dynamics 365 Certification Candidate')).toBeVisible()
    await expect(banner.getByRole('link', { name: 'Profile' })).toBeVisible()
    await expect(banner.getByRole('link', { name: 'Admin' })).toHaveCount(0)
    await signOut(page)
    await expect(banner.getByRole('link', { name: 'Profile' })).toHaveCount(0)

    await banner.getByRole('link', { name: 'Sign In' }).click()
    await signIn(page, email)
    await expectProfile(page, email)
    // A cached page learns who is signed in from a separate request.
    await page.goto('/certifications')
    await expect(banner.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await page.goto('/login')
    await expectProfile(page, email)
  })

  test('signs in with any spelling of the email address', async ({ page, baseURL }) => {
    const email = await becomeMember(page, baseURL)
    await page.context().clearCookies()
    await open(page, '/login')
    await signIn(page, ` ${email.toUpperCase()} `)
    await expectProfile(page, email)
  })

  test('sees three counters at zero, and where to start', async ({ page, baseURL }) => {
    await becomeMember(page, baseURL)
    await open(page, '/profile')
    for (const name of ['Certifications', 'Practice Exams', 'Study Hours']) {
      await expect(page.getByRole('main').locator('dl div').filter({ hasText: name })).toHaveText(`${name}0`)
    }
    await expectMessage(page, progress.counted(null))
    await page.getByRole('link', { name: progress.chooseExam }).click()
    await expect(page).toHaveURL('/certifications')
  })

  test('saves settings, and dark mode on this device', async ({ page, baseURL }) => {
    await becomeMember(page, baseURL)
    await open(page, '/profile/settings')
    await page.getByRole('switch', { name: 'Email Notifications' }).check({ force: true })
    await expectMessage(page, 'Saved')
    await page.getByRole('group', { name: 'Dark Mode' }).getByRole('radio', { name: 'Dark' }).check()
    await open(page, '/profile/settings')
    await expect(page.getByRole('switch', { name: 'Email Notifications' })).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Study Reminders' })).not.toBeChecked()
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.goto('/certifications')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  test('sees that signing in is in progress, and cannot submit twice', async ({ page, baseURL }) => {
    const email = await becomeMember(page, baseURL)
    await page.context().clearCookies()
    await open(page, '/login')
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/login.data*', async (route) => {
      await arrived
      await route.continue()
    })
    await signIn(page, email)
    await expect(page.getByRole('button', { name: 'Signing in...', exact: true })).toBeDisabled()
    arrive()
    await expectProfile(page, email)
  })

  test('loses no text that is typed before the scripts load', async ({ page, baseURL }) => {
    const email = await becomeMember(page, baseURL)
    await page.context().clearCookies()
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/assets/*.js', async (route) => {
      await arrived
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await fillSignIn(page, email)
    const responded = page.waitForResponse('**/api/viewer')
    arrive()
    await responded
    await expect(emailField(page)).toHaveValue(email)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expectProfile(page, email)
  })
})

test.describe('The sign-in screen', () => {
  test('checks a field on blur, and does not report an empty field that was never filled', async ({ page }) => {
    await open(page, '/login')
    await emailField(page).focus()
    await passwordField(page).focus()
    await emailField(page).focus()
    await expect(page.getByText(badAddress)).toHaveCount(0)
    await emailField(page).fill('camille')
    await passwordField(page).fill('short')
    await expect(page.getByText(badAddress)).toBeVisible()
    await expect(emailField(page)).toHaveAccessibleDescription(badAddress)
    await emailField(page).fill('camille@example.com')
    await expect(page.getByText(shortPassword)).toBeVisible()
    await expect(passwordField(page)).toHaveAccessibleDescription(shortPassword)
    await passwordField(page).fill('longer')
    await expect(page.getByText(badAddress)).toHaveCount(0)
    await emailField(page).focus()
    await expect(page.getByText(shortPassword)).toHaveCount(0)
  })

  test.describe('when signing in is refused', () => {
    test.use({ expectedErrors: /\/login\.data.*status of 40[01]|status of 40[01].*\/login\.data/ })

    test('gives the reason, in the words of the specification', async ({ page, baseURL }) => {
      const email = await becomeMember(page, baseURL)
      await page.context().clearCookies()
      await open(page, '/login')
      for (const [address, secret, sentence] of [
        ['', '', blank],
        [email, '', blank],
        ['', password, blank],
        [email, '   ', blank],
        ['camille', password, badAddress],
        ['camille@example', 'x', badAddress],
        [email, 'short', shortPassword],
        [email, otherPassword, incorrect],
        [newAddress('unknown'), password, incorrect],
      ] as const) {
        await signIn(page, address, secret)
        await expect(page.getByText(sentence, { exact: true }), `${address}, ${secret}`).toBeVisible()
        await expect(emailField(page)).toHaveValue(address)
        await open(page, '/login')
      }
      await signIn(page, email)
      await expectProfile(page, email)
    })
  })

  test('returns to the requested page', async ({ page, baseURL }) => {
    const email = await becomeMember(page, baseURL)
    for (const [requested, path] of [
      ['/profile/email', '/profile/email'],
      ['/login?to=%2Fexam%2Fpl-900%3Fset%3Darea-1', '/exam/pl-900?set=area-1'],
      ['/login?to=https%3A%2F%2Felsewhere.example%2F', '/profile'],
      ['/login?to=%2F%2Felsewhere.example%2F', '/profile'],
      ['/login?to=%2F%5Celsewhere.example', '/profile'],
      ['/login?to=javascript%3Aalert(1)', '/profile'],
    ] as const) {
      // Leaves the page first, because an open page would send requests without its session.
      await page.goto('about:blank')
      await page.context().clearCookies()
      await open(page, requested)
      await expect(page).toHaveURL(/\/login\?to=/)
      await signIn(page, email)
      await expect(page, requested).toHaveURL(path)
    }
  })
})

test.describe('The sign-up screen', () => {
  test.use({ expectedErrors: /status of 4(00|22).*\/signup\.data/ })

  test('reports what is wrong with an address and a password, all at once', async ({ page, baseURL }) => {
    const taken = await becomeMember(page, baseURL)
    await page.context().clearCookies()
    await open(page, '/signup')
    await emailField(page).fill('camille')
    await passwordField(page).fill('seven77')
    await emailField(page).focus()
    await expect(page.getByText(badAddress)).toBeVisible()
    await expect(page.getByText(problemText('PASSWORD_TOO_SHORT'))).toBeVisible()
    for (const [address, secret, sentences] of [
      ['camille', 'seven77', [badAddress, problemText('PASSWORD_TOO_SHORT')]],
      [newAddress(), 'password1', [problemText('PASSWORD_TOO_COMMON')]],
      ['ada.lovelace@example.com', 'I am Ada.Lovelace', [problemText('PASSWORD_CONTAINS_NAME')]],
      [newAddress(), 'x'.repeat(129), [problemText('PASSWORD_TOO_LONG')]],
      [taken, password, [problemText('USER_ALREADY_EXISTS')]],
    ] as const) {
      await open(page, '/signup')
      await signUp(page, address, secret)
      for (const sentence of sentences) await expect(page.getByText(sentence), address).toBeVisible()
      await expect(emailField(page)).toHaveValue(address)
    }
  })

  test('accepts the first click after a password was corrected', async ({ page }) => {
    const email = newAddress()
    await open(page, '/signup')
    await signUp(page, email, 'seven77')
    await expect(page.getByText(problemText('PASSWORD_TOO_SHORT'))).toBeVisible()
    await passwordField(page).fill(password)
    // Found with a mouse: the message disappeared during the click, the button moved, and the click was lost.
    const button = await page.getByRole('button', { name: account.signUp, exact: true }).boundingBox()
    if (!button) throw new Error('The button is not on screen')
    await page.mouse.move(button.x + button.width / 2, button.y + button.height - 4)
    await page.mouse.down()
    await page.waitForTimeout(100)
    await page.mouse.up()
    await expectProfile(page, email)
  })

  test('returns to the requested page', async ({ page }) => {
    await open(page, '/login?to=%2Fexam%2Fpl-900')
    await page.getByRole('link', { name: account.create }).click()
    await signUp(page, newAddress())
    await expect(page).toHaveURL('/exam/pl-900')
  })
})

test.describe('In two tabs', () => {
  // A tab that still shows the member requests notes once, and is refused.
  test.use({ expectedErrors: /status of 401.*\/api\/notes/ })

  test('signing in and out in one shows in the other when the user returns to it', async ({ context, page, baseURL }) => {
    const email = await becomeMember(page, baseURL)
    await page.context().clearCookies()
    const other = await context.newPage()
    await open(other, '/certifications')
    await open(page, '/login')
    await signIn(page, email)
    await expectProfile(page, email)
    await other.bringToFront()
    await expect(other.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await page.bringToFront()
    await signOut(page)
    await other.bringToFront()
    await expect(other.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  })

  test('signing out in both causes no error', async ({ context, page, baseURL }) => {
    await becomeMember(page, baseURL)
    const other = await context.newPage()
    // This tab does not notice changes in other tabs, like a tab in the background.
    await other.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
    await open(other, '/profile')
    await open(page, '/profile')
    await signOut(page)
    await signOut(other)
  })

  test('a profile that is still open after signing out redirects to signing in at the next step', async ({ context, page, baseURL }) => {
    const email = await becomeMember(page, baseURL)
    const other = await context.newPage()
    await open(other, '/profile')
    await open(page, '/')
    await signOut(page)
    await other.bringToFront()
    await other.getByRole('button', { name: profile.confirmAddress }).click()
    await expect(other).toHaveURL('/login?notice=session-over')
    await expectMessage(other, account.notices['session-over'] ?? '')
    await signIn(other, email)
    await expectProfile(other, email)
  })
})
