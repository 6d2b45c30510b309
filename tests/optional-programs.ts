/** Debian programs that some tests start, and that `npm ci` does not install. `.ci/install` does. */

/**
 * Whether tests that need the program can run. Otherwise, they are skipped.
 *
 * @throws if the program is missing and `REQUIRE_TEST_PROGRAMS` is set, as in `.ci/run`
 */
export function checkProgram(debianPackage: 'nginx' | 'pgbouncer' | 'varnish' | 'varnish-modules', isInstalled: boolean): boolean {
  if (!isInstalled && process.env['REQUIRE_TEST_PROGRAMS'])
    throw new Error(`REQUIRE_TEST_PROGRAMS is set, but Debian's package ${debianPackage} is not installed: .ci/install ${debianPackage}`)
  return isInstalled
}
