import { expect, test } from 'vitest'
import { createRedactor } from './redact.js'

const { text, value, stream } = createRedactor()
const X = '«redacted»'

test.each([
  ['mysql -u root -pswordfish shop', `mysql -u root -p${X} shop`],
  ['mysql -uroot -p123456', `mysql -uroot -p${X}`],
  ["mysqldump -p'sword fish' shop > a.sql", `mysqldump -p'${X}' shop > a.sql`],
  ['mysqladmin --password=swordfish ping', `mysqladmin --password=${X} ping`],
  ['/usr/bin/mariadb-dump -pswordfish', `/usr/bin/mariadb-dump -p${X}`],
  ['mysql.exe -pswordfish', `mysql.exe -p${X}`],
  ['mysql -psword"fi"sh', `mysql ${X}`],
  ['curl -u bob:swordfish https://x.test', `curl -u bob:${X} https://x.test`],
  ['curl -ubob:swordfish https://x.test', `curl -ubob:${X} https://x.test`],
  ['curl -sSfu bob:swordfish', `curl -sSfu bob:${X}`],
  ['curl -U bob:sword:fish', `curl -U bob:${X}`],
  ['curl --user bob:swordfish', `curl --user bob:${X}`],
  ['curl --user=bob:swordfish', `curl --user=bob:${X}`],
  ['curl --proxy-user "bob:sword fish" -x p', `curl --proxy-user "bob:${X}" -x p`],
  ["curl --user 'bob:swordfish'; ls", `curl --user 'bob:${X}'; ls`],
  ['curl --oauth2-bearer swordfish', `curl --oauth2-bearer ${X}`],
  ['curl -u 0123456789abcdef: https://x.test', `curl -u ${X}: https://x.test`],
  ['curl "https://x.test/?a=1&b=2" -u bob:swordfish', `curl "https://x.test/?a=1&b=2" -u bob:${X}`],
  ['curl https://x.test/?a=1&b=2 -u bob:swordfish', `curl https://x.test/?a=1&b=2 -u bob:${X}`],
  ["curl -d '{\n}' -u bob:swordfish", `curl -d '{\n}' -u bob:${X}`],
  ['curl -s \\\n  -u bob:swordfish \\\n x', `curl -s \\\n  -u bob:${X} \\\n x`],
  ['try `curl -u bob:swordfish` first', `try \`curl -u bob:${X}\` first`],
  ["it's curl -u bob:swordfish, isn't it", `it's curl -u bob:${X} isn't it`],
  ['curl -u a:one && curl -u b:two', `curl -u a:${X} && curl -u b:${X}`],
  [
    'docker exec db mysql -pone -e "x" | curl -u b:two',
    `docker exec db mysql -p${X} -e "x" | curl -u b:${X}`,
  ],
  ['curl -u bob:swordfish\\nnext', `curl -u bob:${X}\\nnext`],
  ["sh -c 'mysql -pswordfish'", `sh -c 'mysql -p${X}'`],
  ['curl -d "mysql -pswordfish" -u b:two x', `curl -d "mysql -p${X}" -u b:${X} x`],
  ['"curl" -u bob:swordfish', `"curl" -u bob:${X}`],
])('what is typed behind an option of a command is taken out: %j', (given, shown) => {
  expect(text(given)).toBe(shown)
})

test.each([
  'mysql -u root -p shop',
  'mysql -p',
  'mysql -p$MYSQL_PASSWORD shop',
  'mysql -p"$MYSQL_PASSWORD" shop',
  'mysql -p<password>',
  'mysql --port=3306 --protocol=tcp',
  'docker run --name mysql -p3306:3306 -p127.0.0.1:33060:33060/tcp mysql:8',
  'mysqld -plugin',
  'mkdir -pswordfish',
  'the mysql server\n-pswordfish',
  'curl -u bob https://x.test',
  'curl -u $NAME:$TOKEN https://x.test',
  'curl -u bob:*** https://x.test',
  'curl -u bob:«redacted:0123abcd» https://x.test',
  'mysql -p\u00c2«redacted:0123abcd\u00c2» shop',
  'curl -u name: https://x.test',
  'curl -X PUT -H a:b https://x.test',
  'curl -Hu:b -Xput -du:v',
  'curl x.test; docker run --user 1000:1000 x',
  'curl x.test && docker run -u 1000:1000 x',
  'docker run --user 1000:1000 x',
  'chown -u bob:staff x',
  'libcurl -u bob:staff',
  'a curl of hair',
])('what means something else is left alone: %j', given => {
  expect(text(given)).toBe(given)
})

test.each([
  ['https://x.test/cb?code=SplxlOBeZQQYbYS6WxSbIA&state=xyz', `https://x.test/cb?code=${X}&state=xyz`],
  ['https://x.test/cb?state=xyz&code=4%2F0AX4XfWh-abc_def#_', `https://x.test/cb?state=xyz&code=${X}#_`],
  ['GET /cb?code=4/0AX4XfWhabc HTTP/1.1', `GET /cb?code=${X} HTTP/1.1`],
  ['grant_type=authorization_code&code=a1b2c3d4', `grant_type=authorization_code&code=${X}`],
  ['a&amp;code=a1b2c3d4"', `a&amp;code=${X}"`],
  [`?code=${'abcdefgh'.repeat(4)}`, `?code=${X}`],
  ['?device_code=a1b2c3d4&code_verifier=e5f6a7b8', `?device_code=${X}&code_verifier=${X}`],
  ['https%3A%2F%2Fx.test%2F%3Fcode%3Da1b2c3d4', `https%3A%2F%2Fx.test%2F%3Fcode%3D${X}`],
  ['https://x.test/#access_token=swordfish&x=1', `https://x.test/#access_token=${X}&x=1`],
  ['?a=1&access_token=swordfish', `?a=1&access_token=${X}`],
  ['?a=1&client_secret=swordfish', `?a=1&client_secret=${X}`],
  ['?a=1&amp;client_secret=swordfish', `?a=1&amp;client_secret=${X}`],
])('what an address hands over is taken out: %j', (given, shown) => {
  expect(text(given)).toBe(shown)
})

test.each([
  'https://x.test/?code=404',
  'https://x.test/?code=1234567890',
  'https://x.test/?code=not_found&lang=en',
  'https://x.test/?country_code=de12345678',
  'https://x.test/?errorcode=a1b2c3d4',
  'code=a1b2c3d4',
  'const x = a ? code : b2345678',
  'exit?code=a1b2',
])('a code that says what happened is left alone: %j', given => {
  expect(text(given)).toBe(given)
})

test('a program and its arguments are read together, wherever they stand in a message', () => {
  const params = { command: '/usr/bin/curl', args: ['-s', '-u', 'bob:swordfish', 'https://x.test'] }
  expect(value({ method: 'terminal/create', params })).toMatchObject({
    params: { args: ['-s', '-u', `bob:${X}`, 'https://x.test'] },
  })
  expect(value(['mysql', '-uroot', '-pswordfish'])).toEqual(['mysql', '-uroot', `-p${X}`])
  expect(value({ command: 'mkdir', args: ['-pswordfish'] })).toEqual({
    command: 'mkdir',
    args: ['-pswordfish'],
  })
  expect(text('{"command":"mysql","args":["-pswordfish",1]}')).toBe(`{"command":"mysql","args":["-p${X}",1]}`)
  const known = createRedactor({ isKnownOnly: true })
  expect(known.value(['mysql', '-pswordfish'])).toEqual(['mysql', '-pswordfish'])
})

test('a command over several lines is read whole, also where it comes in pieces', () => {
  const told = stream()
  const pieces = [...'first\ncurl -s \\\n -u bob:swordfish \\\n x\nlast\n']
  expect(pieces.map(piece => told.push(piece)).join('') + told.end()).toBe(
    `first\ncurl -s \\\n -u bob:${X} \\\n x\nlast\n`,
  )
})

test.each([
  'curl ',
  "curl '",
  'curl "a',
  'mysql -p',
  'curl \\\n',
  'curl -u a:',
  'curl \'"a a" a\'b ',
  '?code=a1',
  '&code=%',
])('however often %j comes, time stays in proportion', piece => {
  const long = piece.repeat(1_000_000 / piece.length)
  const begun = performance.now()
  text(long)
  expect(performance.now() - begun).toBeLessThan(8_000)
})
