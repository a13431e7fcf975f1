"""Encrypts payloads like Temporal's samples and the server.

Used if TEMPORAL_MCP_TASKS_CODEC_KEYS is set: ``ID=KEY``, separated by whitespace or
commas. The first key encrypts, all keys decrypt. A key has 32 bytes, written as text or
as ``base64:`` and its base64.
"""

from __future__ import annotations

import base64
import dataclasses
import os
import re
from collections.abc import Iterable, Sequence

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from temporalio.api.common.v1 import Payload
from temporalio.converter import (
    DataConverter,
    DefaultFailureConverterWithEncodedAttributes,
    PayloadCodec,
    default,
)

_ENCODING = b"binary/encrypted"
_NONCE_BYTES = 12


class EncryptingCodec(PayloadCodec):
    def __init__(self, keys: Sequence[tuple[str, bytes]]) -> None:
        self._current = keys[0][0]
        self._ciphers = {key_id: AESGCM(key) for key_id, key in keys}

    async def encode(self, payloads: Sequence[Payload]) -> list[Payload]:
        return [self._encrypt(payload) for payload in payloads]

    async def decode(self, payloads: Sequence[Payload]) -> list[Payload]:
        return [self._decrypt(payload) for payload in payloads]

    def _encrypt(self, payload: Payload) -> Payload:
        nonce = os.urandom(_NONCE_BYTES)
        sealed = self._ciphers[self._current].encrypt(nonce, payload.SerializeToString(), None)
        return Payload(
            metadata={"encoding": _ENCODING, "encryption-key-id": self._current.encode()},
            data=nonce + sealed,
        )

    def _decrypt(self, payload: Payload) -> Payload:
        if payload.metadata.get("encoding") != _ENCODING:
            return payload
        key_id = payload.metadata.get("encryption-key-id", b"").decode()
        if key_id not in self._ciphers:
            raise ValueError(f"There is no codec key {key_id}")
        nonce, sealed = payload.data[:_NONCE_BYTES], payload.data[_NONCE_BYTES:]
        return Payload.FromString(self._ciphers[key_id].decrypt(nonce, sealed, None))


def _parse(texts: Iterable[str]) -> list[tuple[str, bytes]]:
    keys = []
    for text in texts:
        key_id, _, key = text.partition("=")
        encoded = key.removeprefix("base64:")
        keys.append((key_id, key.encode() if encoded == key else base64.b64decode(encoded)))
    return keys


def data_converter() -> DataConverter:
    """Temporal's own converter. If there are keys, it encrypts payloads and failures."""
    texts = re.split(r"[\s,]+", os.environ.get("TEMPORAL_MCP_TASKS_CODEC_KEYS", ""))
    keys = _parse(text for text in texts if text)
    if not keys:
        return default()
    return dataclasses.replace(
        default(),
        payload_codec=EncryptingCodec(keys),
        failure_converter_class=DefaultFailureConverterWithEncodedAttributes,
    )
