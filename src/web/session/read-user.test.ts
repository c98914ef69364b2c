import { expect, test } from 'vitest'
import { readUser } from './read-user.ts'

const ada = {
  _id: '1',
  username: 'Ada',
  email: 'ada@shop.test',
  role: 'user',
  profileImage: '',
  bio: '',
  profession: '',
}

test.each(['user', 'admin'])('a stored user is read with the role %s', role => {
  expect(readUser(JSON.stringify({ ...ada, role }))).toEqual({ ...ada, role })
})

test.each(['owner', 7, null, ...Object.getOwnPropertyNames(Object.prototype)])(
  'the unknown role %s is read as none',
  role => {
    expect(readUser(JSON.stringify({ ...ada, role }))).toEqual({ ...ada, role: '' })
  },
)
