/** How many numbers of 32 bits a secret has, and a tag. */
export const TAG_WORDS = 4;

const ROUNDS = 12;

/**
 * Makes the tag of bytes by Chaskey-12: without the secret nobody can make one, however many tags they
 * have seen. It is arithmetic and reading by index, since nothing that code of a user could replace may
 * get to see the secret.
 *
 * @param secret Four numbers of 32 bits
 * @param bytes At least one
 * @param tag Gets the tag
 * @param rounds Left out, as many as frames have
 * @see {@link https://eprint.iacr.org/2014/386}
 */
export function makeTag(
  secret: Uint32Array,
  bytes: Uint8Array,
  from: number,
  to: number,
  tag: Uint32Array,
  rounds = ROUNDS,
): void {
  let v0 = secret[0] | 0;
  let v1 = secret[1] | 0;
  let v2 = secret[2] | 0;
  let v3 = secret[3] | 0;
  let k0 = v0;
  let k1 = v1;
  let k2 = v2;
  let k3 = v3;
  for (let at = from; at < to; at += 16) {
    const rest = to - at;
    const isLast = rest <= 16;
    if (rest >= 16) {
      v0 ^= bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 | bytes[at + 3] << 24;
      v1 ^= bytes[at + 4] | bytes[at + 5] << 8 | bytes[at + 6] << 16 | bytes[at + 7] << 24;
      v2 ^= bytes[at + 8] | bytes[at + 9] << 8 | bytes[at + 10] << 16 | bytes[at + 11] << 24;
      v3 ^= bytes[at + 12] | bytes[at + 13] << 8 | bytes[at + 14] << 16 | bytes[at + 15] << 24;
    } else {
      for (let i = 0; i <= rest; i++) {
        // A one ends what is no whole block.
        const byte = (i < rest ? bytes[at + i] : 1) << (i & 3) * 8;
        if (i < 4) v0 ^= byte;
        else if (i < 8) v1 ^= byte;
        else if (i < 12) v2 ^= byte;
        else v3 ^= byte;
      }
    }
    // The last block is told from others, and a whole one from one that is not.
    for (let times = isLast ? (rest === 16 ? 1 : 2) : 0; times > 0; times--) {
      const carry = k3 < 0 ? 0x87 : 0;
      k3 = k3 << 1 | k2 >>> 31;
      k2 = k2 << 1 | k1 >>> 31;
      k1 = k1 << 1 | k0 >>> 31;
      k0 = k0 << 1 ^ carry;
    }
    if (isLast) {
      v0 ^= k0;
      v1 ^= k1;
      v2 ^= k2;
      v3 ^= k3;
    }
    for (let i = 0; i < rounds; i++) {
      v0 = v0 + v1 | 0;
      v1 = (v1 << 5 | v1 >>> 27) ^ v0;
      v0 = v0 << 16 | v0 >>> 16;
      v2 = v2 + v3 | 0;
      v3 = (v3 << 8 | v3 >>> 24) ^ v2;
      v0 = v0 + v3 | 0;
      v3 = (v3 << 13 | v3 >>> 19) ^ v0;
      v2 = v2 + v1 | 0;
      v1 = (v1 << 7 | v1 >>> 25) ^ v2;
      v2 = v2 << 16 | v2 >>> 16;
    }
  }
  tag[0] = v0 ^ k0;
  tag[1] = v1 ^ k1;
  tag[2] = v2 ^ k2;
  tag[3] = v3 ^ k3;
}
