"""Objects whose state only their class in C knows, changed in branches and loops."""

import hashlib
import io
import zlib

from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


@add(b"abc" * 20, b"", b"q" * 16)
def a_file_block_by_block(data):
    file, digest = io.BytesIO(data), hashlib.new("md5")
    block = file.read(16)
    while len(block) > 0:
        digest.update(block)
        block = file.read(16)
    return digest.hexdigest()


@add([b"ab", b"c"], [], [b"abc"], [b"", b"x", b"abc"])
def each_part_unless_it_is_empty(parts):
    digest = hashlib.sha256()
    for part in parts:
        if not part:
            break
        digest.update(part)
    return digest.hexdigest(), digest.copy().digest_size


@add(b"ab", b"cd")
def two_that_begin_alike(data):
    one, other = hashlib.md5(data), hashlib.md5(data)
    while other.hexdigest() > "1":
        other.update(data)
    return one.hexdigest(), other.hexdigest()


@add([b"ab", b"c"], [b"abc"], [])
def compressed_part_by_part(parts):
    compressor, packed = zlib.compressobj(), []
    for part in parts:
        packed.append(compressor.compress(part))
    packed.append(compressor.flush())
    return zlib.decompress(b"".join(packed))
